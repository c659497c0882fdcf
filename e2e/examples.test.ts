import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { OPERATIONS } from "../src/core/contract/operations.ts";
import { startTestGateway } from "../src/libraries/testing/index.ts";
import { buildDoors, ownEnvironment } from "./support/installed-package.ts";
import { LineProcess } from "./support/line-process.ts";
import { temporaryFolder } from "./support/program.ts";

const run = promisify(execFile);

beforeAll(buildDoors, 120_000);

async function gatewayToShow() {
  const gateway = await startTestGateway({ keys: ["mine"] });
  onTestFinished(() => gateway.stop());
  const isOn = (name: string) => gateway.home.lights.find((light) => light.name === name)?.on;
  return { gateway, isOn };
}

/** A program that goes on until it is stopped. */
function shown(args: readonly string[]): LineProcess {
  const program = new LineProcess(process.execPath, args);
  onTestFinished(() => program.stop());
  return program;
}

/** The files one by one, as a shell makes them of `*.test.mjs`: later Nodes take no folder, and 20 no pattern. */
async function runTests(folder: string) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
  const args = ["--test", "--test-reporter=tap", ...files.map((name) => join(folder, name))];
  const { stdout } = await run(process.execPath, args, { env: ownEnvironment() });
  const [, passed, failed] = /^# pass (\d+)\n# fail (\d+)$/m.exec(stdout) ?? [];
  return { passed: Number(passed), failed: Number(failed) };
}

test("the suite of 20 tests, each with a gateway of its own, passes", async () => {
  expect(await runTests("examples/suite/")).toEqual({ passed: 20, failed: 0 });
});

test("the test of somebody's own integration passes", async () => {
  expect(await runTests("examples/goodnight/")).toEqual({ passed: 4, failed: 0 });
});

test("the poller has ten lines and tells which lamps are on", async () => {
  const lines = readFileSync("examples/poller.mjs", "utf8").split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("//")).length).toBeLessThanOrEqual(10);
  const { gateway } = await gatewayToShow();
  const poller = shown(["examples/poller.mjs", gateway.url, "0.05"]);
  await poller.line(/^TV bar, Reading lamp/);
  gateway.device("TV bar").switch("off");
  await poller.line(/^Reading lamp/);
});

test("the panel shows every room, and a lamp that goes out", async () => {
  const { gateway } = await gatewayToShow();
  const panel = shown(["examples/panel.mjs", gateway.url]);
  await panel.line(/Kitchen/);
  await panel.line(/TV bar +60%/);
  gateway.device("TV bar").switch("off");
  await panel.line(/TV bar +off/);
});

test("the curl recipes run, and turn a lamp on", async () => {
  const { gateway, isOn } = await gatewayToShow();
  gateway.device("TV bar").switch("off");
  const { stdout } = await run("bash", ["examples/recipes.sh", gateway.url], { env: { ...process.env, KEY: "mine" } });
  expect(stdout).toContain("\n304\n");
  expect(stdout).toContain("event: snapshot");
  expect(stdout.trim().split("\n").at(-1)).toBe('{"code":0,"msg":"success","data":{"arr":[],"obj":{}}}');
  expect(isOn("TV bar")).toBe(1);
});

test("the Python recipes run: they find the gateway, read it, and turn a lamp on", async () => {
  const { gateway, isOn } = await gatewayToShow();
  const args = ["examples/recipes.py", "--port", String(gateway.ports.discovery), gateway.url];
  const { stdout } = await run("python3", args, { env: { ...process.env, KEY: "mine" } });
  expect(stdout).toContain("found Luxgate");
  expect(stdout).toContain("TV bar is on at 40% now");
  expect(isOn("TV bar")).toBe(1);
});

/** What Home Assistant would ask with this configuration, at our gateway and without Home Assistant. */
test("the Home Assistant configuration names operations, a light and fields that there are", async () => {
  const text = readFileSync("examples/home-assistant.yaml", "utf8").replaceAll("!secret luxgate_key", "mine");
  const { rest, rest_command: commands } = parse(text);
  const { gateway } = await gatewayToShow();
  const here = (url: string) => url.replace(/^http:\/\/[^/]+/, gateway.url);
  const { data } = (await (await fetch(here(rest[0].resource))).json()) as { data: { obj: { id: string } } };
  const templates = [...rest[0].binary_sensor, ...rest[0].sensor].map(({ value_template: template }) => template);
  for (const template of templates) expect(data.obj).toHaveProperty(/data\.obj\.(\w+)/.exec(template)?.[1] ?? "");
  const { url, method, headers, payload } = commands.luxgate_set_light;
  expect(method).toBe(OPERATIONS.setLight.method);
  const set = async (fields: Readonly<Record<string, number>>) => {
    const body = rendered(payload, fields);
    const answer = await fetch(here(url.replace("{{ id }}", data.obj.id)), { method, headers, body });
    expect(await answer.json()).toMatchObject({ code: 0 });
    return gateway.home.lights.find(({ id }) => id === data.obj.id);
  };
  expect(await set({ on: 1, brightness: 30 })).toMatchObject({ on: 1, brightness: 30 });
  expect(await set({ on: 0 })).toMatchObject({ on: 0, brightness: 30 });
  expect(await set({ on: 1 })).toMatchObject({ on: 1, brightness: 30 });
});

test.each([
  ["poller.mjs", (url: string) => `node examples/poller.mjs ${url} 0.05`],
  ["panel.mjs", (url: string) => `node examples/panel.mjs ${url}`],
  ["recipes.py", (url: string) => `python3 -u examples/recipes.py --port 9 ${url}`],
])("%s ends quietly when whoever reads it leaves", async (_name, example) => {
  const { gateway } = await gatewayToShow();
  const flicker = setInterval(() => gateway.device("TV bar").switch("toggle"), 50);
  onTestFinished(() => clearInterval(flicker));
  const { stdout, stderr } = await run("sh", ["-c", `${example(gateway.url)} | head -n 1`]);
  expect([stdout.split("\n").length, stderr]).toEqual([2, ""]);
});

/** A template with what it is given: fields, and parts that are there only with a field. */
const rendered = (template: string, fields: Readonly<Record<string, number>>): string =>
  template
    .replace(/\{% if (\w+) is defined %\}(.*?)\{% endif %\}/g, (_, name, part) => (name in fields ? part : ""))
    .replace(/\{\{ (\w+) \}\}/g, (_, name) => String(fields[name]));

test("an example runs in a checkout where nothing was built but what npm start builds", async () => {
  const folder = temporaryFolder();
  for (const part of ["package.json", "tools", "src", "homes", "docs", "examples"])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  await run(process.execPath, ["tools/build.mjs"], { cwd: folder });
  const { gateway } = await gatewayToShow();
  await shown([join(folder, "examples/poller.mjs"), gateway.url, "0.05"]).line(/^TV bar, Reading lamp/);
});
