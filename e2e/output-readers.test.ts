import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aBulb, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";
import { ShellLine } from "./support/shell-line.ts";

const MANY_LIGHTS = 10_000;

/** A home of many lights, in a file. */
function largeHome(): string {
  const file = join(temporaryFolder(), "large.yaml");
  const lamps = Array.from(
    { length: MANY_LIGHTS },
    (_, number) => `  - { name: Lamp ${number}, product: colour bulb }`,
  );
  writeFileSync(file, `devices:\n${lamps.join("\n")}\n`);
  return file;
}

test("whatever is printed of a home of 10,000 lights comes out whole, however late its reader is", async () => {
  const { folder, program } = await ControlledHome.start({ args: ["--home", largeHome()] });
  const { url } = await program.ready();
  const environment = { LUXGATE_DATA_DIR: folder, LUXGATE_URL: url };
  const printed = async (...args: readonly string[]) => {
    const { code, output } = await ShellLine.runBlocked(args, { environment });
    expect(code).toBe(0);
    return output;
  };
  expect(JSON.parse(await printed("devices", "--json"))).toHaveLength(MANY_LIGHTS + 1);
  expect(JSON.parse(await printed("get", "lights", "--json"))).toHaveLength(MANY_LIGHTS);
  expect(JSON.parse(await printed("export"))).toMatchObject({ format: expect.stringContaining("luxgate") });
  expect((await printed("devices")).split("\n")).toHaveLength(1 + MANY_LIGHTS + 1 + 1);
  const watched = await ShellLine.run("luxgate | head -1", ["watch", "--json"], { environment });
  expect(JSON.parse(watched.output).lights).toHaveLength(MANY_LIGHTS);
}, 300_000);

describe("what goes on for ever ends with its reader, also where nothing happens:", () => {
  test("luxgate watch", async () => {
    const { program } = await ControlledHome.start();
    const { url } = await program.ready();
    const watched = await ShellLine.run("luxgate | head -3", ["watch", "--url", url]);
    expect(watched).toEqual({
      code: 0,
      output: expect.stringMatching(/^LIGHT .*\n.*\n.*\n$/),
      errors: `Following ${url} by its events.\n`,
    });
  });

  test("luxgate traffic", async () => {
    const home = await ControlledHome.start();
    const environment = { LUXGATE_DATA_DIR: home.folder };
    const { url } = await home.program.ready();
    const asking = setInterval(() => void fetch(`${url}/healthz`).catch(() => undefined), 50);
    onTestFinished(() => clearInterval(asking));
    const { code, output } = await ShellLine.run("luxgate | head -1", ["traffic"], { environment });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("GET /healthz") });
  });

  test("luxgate join, which shuts joining then", async () => {
    const home = await ControlledHome.start();
    const environment = { LUXGATE_DATA_DIR: home.folder };
    const { code, output } = await ShellLine.run("luxgate | head -1", ["join", "--seconds", "3600"], { environment });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("turned up") });
    expect(JSON.parse((await home.luxgate("status", "--json")).output)).toMatchObject({ joiningMillisLeft: 0 });
  });

  test("luxgate sim play, which leaves out what is still to come", async () => {
    const home = await ControlledHome.start();
    const script = join(temporaryFolder(), "day.yaml");
    writeFileSync(script, '- { at: "06:00", switch: Porch, to: "off" }\n- { at: "23:00", switch: Porch, to: "on" }\n');
    const environment = { LUXGATE_DATA_DIR: home.folder };
    const played = await ShellLine.run("luxgate | head -1", ["sim", "play", script, "--speed", "1"], { environment });
    expect(played).toEqual({
      code: 0,
      output: expect.stringMatching(/^06:00 /),
      errors: "Stopped after 1 of 2 steps.\n",
    });
  });
});

describe("what is done for more than its output goes on without a reader:", () => {
  test("luxgate serve, whose last line is still read where somebody reads", async () => {
    const folder = temporaryFolder();
    const serving = ShellLine.start("luxgate | head -1", ["serve", ...FREE_PORTS_HERE, "--data-dir", folder]);
    await expect.poll(() => existsSync(join(folder, "control.sock"))).toBe(true);
    const environment = { LUXGATE_DATA_DIR: folder };
    for (let times = 0; times < 3; times += 1) {
      const pressing = Program.start(["press"], environment);
      expect(await pressing.end()).toBe(0);
    }
    serving.signal("SIGTERM");
    expect(await serving.ended()).toEqual({ code: 0, output: expect.stringContaining("is ready at"), errors: "" });
    const again = ShellLine.start("luxgate | cat", ["serve", ...FREE_PORTS_HERE, "--data-dir", folder]);
    await expect.poll(async () => Program.start(["status"], environment).end()).toBe(0);
    again.signal("SIGTERM");
    expect((await again.ended()).output).toMatch(/ Stopping\.\n$/);
  });

  test("luxgate serve, which says once that its log cannot be written", async () => {
    const folder = temporaryFolder();
    const args = ["serve", ...FREE_PORTS_HERE, "--data-dir", folder];
    const serving = ShellLine.start("luxgate > /dev/full", args);
    await expect.poll(() => existsSync(join(folder, "control.sock"))).toBe(true);
    expect(await Program.start(["press"], { LUXGATE_DATA_DIR: folder }).end()).toBe(0);
    serving.signal("SIGTERM");
    const errors = "The log cannot be written (ENOSPC); the gateway keeps running without it.\n";
    expect(await serving.ended()).toEqual({ code: 0, output: "", errors });
  });

  test("luxgate record, also without anybody who reads how far it is", async () => {
    const mosquitto = await Mosquitto.start();
    const bridge = await StandInZigbee2Mqtt.start({ url: mosquitto.url, devices: [aBulb({ ieee: ieeeAddress(1) })] });
    const file = join(temporaryFolder(), "house.jsonl");
    const line = "ERRORS=/dev/stdout; luxgate | true";
    const { code } = await ShellLine.run(line, ["record", mosquitto.url, file, "--seconds", "1"]);
    await bridge.stop();
    expect(code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("bridge/devices");
  });
});

test("where standard output is closed nothing is printed, and nothing of it lands in a file of the home", async () => {
  const home = await ControlledHome.start();
  const environment = { LUXGATE_DATA_DIR: home.folder };
  for (const args of [["devices"], ["export"], ["help"]]) {
    const { code, output, errors } = await ShellLine.run("luxgate >&-", args, { environment });
    expect({ code, output, errors }).toEqual({ code: 0, output: "", errors: "" });
  }
  expect((await home.luxgate("status")).code).toBe(0);
});
