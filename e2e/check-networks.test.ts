import { expect, onTestFinished, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { LineProcess } from "./support/line-process.ts";
import { luxgateIn, serveIn, twoMachines } from "./support/two-machines.ts";

const GATEWAY = "10.73.1.2";

/** Prints what is broadcast to all, and to nobody else. */
const EAR = `require("node:dgram").createSocket("udp4")
  .on("message", (bytes, { address }) => console.log(address + " says " + bytes))
  .bind(9001, "255.255.255.255", () => console.log("listening"));`;

describeInNamespaces("luxgate check from another machine", () => {
  test("our own gateway keeps every rule, with its limits on datagrams, and is asked by a broadcast to 255.255.255.255", async () => {
    const [here, there] = await twoMachines();
    here.ip("route", "add", "default", "dev", "lan");
    await serveIn(there, "02:00:00:00:00:01");
    const { command, args } = here.command(process.execPath, "-e", EAR);
    const ear = new LineProcess(command, args);
    onTestFinished(() => ear.stop());
    await ear.line(/^listening$/);

    const checking = luxgateIn(here, "check", GATEWAY, "--discovery", "--strict");
    expect({ code: await checking.end(), output: checking.output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Discovery +\d+ +0 +0 +0$/m),
    });
    expect(await ear.line(/ says /)).toBe('10.73.1.1 says {"op":101}');
  });

  test("a machine without a way to 255.255.255.255 broadcasts to its own network", async () => {
    const [here, there] = await twoMachines();
    await serveIn(there, "02:00:00:00:00:01");
    const checking = luxgateIn(here, "check", GATEWAY, "--discovery", "--strict");
    expect(await checking.end()).toBe(0);
    expect(checking.output).not.toContain("discovery.broadcast");
  });
});
