import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import { MQTT_LIMITS } from "../src/edges/mqtt/broker/limits.ts";
import { ControlledHome } from "./support/controlled-home.ts";
import { temporaryFolder } from "./support/program.ts";

const UNIT = readFileSync("deploy/debian/luxgate.service", "utf8");
const limit = (name: string) => Number(new RegExp(`^${name}=(\\d+)M?$`, "m").exec(UNIT)?.[1]);
const LIGHTS = 10_000;

test("a gateway of 10,000 lights takes less than half of the memory, tasks and files that its unit allows", async () => {
  const home = join(temporaryFolder(), "large.yaml");
  const lamps = Array.from({ length: LIGHTS }, (_, number) => `  - { name: Lamp ${number}, product: colour bulb }`);
  writeFileSync(home, `devices:\n${lamps.join("\n")}\n`);
  const { program, http } = await ControlledHome.start({ args: ["--home", home] });
  expect(await http.list("light")).toHaveLength(LIGHTS);
  await http.list("device?ext_light=1&ext_room=1");
  const process = `/proc/${program.process.pid}`;
  const status = readFileSync(`${process}/status`, "utf8");
  const [, peakKilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  const [, threads] = /^Threads:\s+(\d+)$/m.exec(status) ?? [];
  expect(Number(peakKilobytes) / 1024).toBeLessThan(limit("MemoryMax") / 2);
  expect(Number(threads)).toBeLessThan(limit("TasksMax") / 2);
  const most = readdirSync(`${process}/fd`).length + HTTP_LIMITS.connections + MQTT_LIMITS.connections;
  expect(most).toBeLessThan(limit("LimitNOFILE") / 2);
});
