import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ControlledHome } from "./support/controlled-home.ts";
import { Program, temporaryFolder } from "./support/program.ts";

/** Runs `luxgate check` to its end. */
async function check(...args: readonly string[]) {
  const program = Program.start(["check", ...args]);
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

test("the gateway that runs is checked: a table, JSON, JUnit XML, exit code 0", async () => {
  const { url, discoveryPort } = await Program.serve(["--host", "127.0.0.1"]).ready();
  const file = join(temporaryFolder(), "report.xml");
  const discovery = ["--discovery", "--discovery-port", `${discoveryPort}`];
  const shown = await check(url, ...discovery, "--junit", file);
  expect([shown.code, shown.errors]).toEqual([0, ""]);
  expect(shown.output).toMatch(/^ +HOLDS {2}FAILS {2}DIFFERS {2}NOT CHECKED$/m);
  expect(shown.output).toMatch(/Every "must" rule holds\. \d+ requests in [\d.]+ s\.\n$/);
  expect(shown.output).not.toContain("\u001b");
  expect(readFileSync(file, "utf8")).toMatch(/^<\?xml .*failures="0"/s);

  const printed = await check(url.replace("http://", ""), "--strict", "--json");
  expect(printed.code).toBe(0);
  const { verdicts } = JSON.parse(printed.output);
  expect(verdicts.filter(({ outcome }: { outcome: string }) => ["fails", "differs"].includes(outcome))).toEqual([]);
});

/** The flags that check everything about a gateway, `--pair` apart. */
async function flagsFor(home: ControlledHome, key: string): Promise<readonly string[]> {
  const [, discoveryPort = ""] = await home.program.says(/UDP port (\d+)/);
  const ports = ["--discovery-port", discoveryPort, "--mqtt-port", `${await home.mqttPort()}`];
  return ["--key", key, "--discovery", "--write", "--events", "--strict", ...ports];
}

/** Presses the gateway's button whenever the checker asks for it. */
async function pressWhenAsked(home: ControlledHome, checking: Program): Promise<void> {
  for (const line of [/^Press the gateway's button once\./m, /^Press the button again /m]) {
    await expect.poll(() => checking.errors).toMatch(line);
    expect(await home.luxgate("press")).toMatchObject({ code: 0 });
  }
}

test("our own gateway keeps every rule, checked with every flag", async () => {
  const home = await ControlledHome.start();
  const url = `http://127.0.0.1:${home.http.port}`;
  const flags = await flagsFor(home, await home.pair());
  const checking = Program.start(["check", url, ...flags, "--pair"]);
  await pressWhenAsked(home, checking);
  expect({ code: await checking.end(), output: checking.output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/: Every "must" rule holds\. \d+ requests in [\d.]+ s\.\n$/),
  });
  expect(checking.output).not.toMatch(/^(Fails|Differs)/m);
  expect(checking.errors).toMatch(/^Paired\. /m);
});

test("our own gateway keeps every rule, checked with everything but a person at the button", async () => {
  const home = await ControlledHome.start();
  const flags = await flagsFor(home, await home.pair());
  const { code, output } = await check(`http://127.0.0.1:${home.http.port}`, ...flags);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.not.stringMatching(/^(Fails|Differs)/m) });
});

test("a gateway that fails the document is exit code 1, what is no gateway and what cannot be done 2", async () => {
  const { url } = await Program.serve(["--host", "127.0.0.1"]).ready();
  const broken = createServer(async (request, response) => {
    const answer = await fetch(`${url}${request.url}`.replace("/eventstream", "/no-such-stream"));
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end((await answer.text()).replaceAll('"brightness":', '"brightness":9'));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void broken.close());
  await once(broken, "listening");
  const address = `127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const failed = await check(address);
  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(/^Fails the interface document$/m);
  expect(failed.output).toContain("light.values (must, spec §2.3, §8)");

  expect((await check("127.0.0.1:9")).code).toBe(2);
  expect(await check(url, "--junit", "/no/such/folder/report.xml")).toMatchObject({
    code: 2,
    errors: "/no/such/folder/report.xml cannot be written: /no/such/folder is not a folder. Create it first.\n",
  });
  const link = join(temporaryFolder(), "report.xml");
  symlinkSync("/etc/hostname", link);
  expect(await check(url, "--junit", link)).toMatchObject({
    code: 2,
    errors: `${link} is a symbolic link to /etc/hostname: name that file instead.\n`,
  });
  const keyless = await check(url, "--write");
  expect([keyless.code, keyless.output]).toEqual([2, ""]);
  expect(keyless.errors).toContain("--write needs a key");
  for (const wrong of ["ftp://gateway", "http://", "a b"]) {
    const { code, errors } = await check(wrong);
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining("is not a valid address. Use one such as 192.168.1.20"),
    ]);
  }
});
