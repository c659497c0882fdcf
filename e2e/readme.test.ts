import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../test/support/zigbee2mqtt/devices.ts";
import { StandInZigbee2Mqtt } from "../test/support/zigbee2mqtt/stand-in.ts";
import { withoutTimes } from "./support/log-times.ts";
import { Mosquitto } from "./support/mosquitto.ts";
import { PROGRAM, Program, temporaryFolder } from "./support/program.ts";

const README = readFileSync("README.md", "utf8");
const documentOf = (name: string) => readFileSync(`docs/${name}.md`, "utf8");
const blocks = (language: string, page: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text]) => text ?? "");

/** The lines of a block that a person types, with `npx luxgate` as it would be where the program is. */
const typed = (block: string): string => block.replaceAll("npx luxgate", PROGRAM.join(" "));

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

test("the README's first curl gives the README's answer", async () => {
  const { url } = await Program.serve().ready();
  const [, path] = /^curl -s http:\/\/127\.0\.0\.1:8080(\S+)$/m.exec(README) ?? [];
  const answer = await (await fetch(`${url}${path}`)).text();
  expect(`${answer}\n`).toBe(blocks("json", README)[0]);
});

test("the README's second command turns the lamp orange", async () => {
  const folder = temporaryFolder();
  const { url } = await Program.serve(["--data-dir", folder]).ready();
  const command = blocks("sh", README).find((block) => block.includes("luxgate set")) ?? "";
  const { status, stderr } = spawnSync("sh", ["-e", "-c", typed(command)], {
    encoding: "utf8",
    env: { ...process.env, LUXGATE_DATA_DIR: folder },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { data } = (await (await fetch(`${url}${LAMP}`)).json()) as { data: { obj: object } };
  expect(data.obj).toMatchObject({ on: 1, color_mode: 1 });
});

test("the README shows what the program prints when it is ready, but for addresses and numbers", async () => {
  const program = Program.serve();
  await program.ready();
  await program.says(/kill -USR2/);
  const shape = (text: string) =>
    text
      .replace(/^ {2}also at.*\n/m, "")
      // A test has free ports, where nobody looks.
      .replace(/^ {2}clients .*\n/m, "")
      .replace(/ \(clients usually expect \d+\)/g, "")
      .replace(/[0-9A-F]{2}(:[0-9A-F]{2}){5}/g, "MAC")
      // A test has a state folder of its own, too.
      .replace(/ --data-dir [^\s,]+/g, "")
      .replace(/(port |:|USR2 )\d+/g, "$1N")
      .replace(/^( {2}data folder +).*$/m, "$1FOLDER")
      .trim();
  const shown = /```\n(Luxgate .*?)```/s.exec(README)?.[1] ?? "";
  expect(shape(program.output)).toBe(shape(shown));
});

test("the home of docs/home-file.md starts", async () => {
  const file = join(temporaryFolder(), "my-home.yaml");
  writeFileSync(file, blocks("yaml", documentOf("home-file"))[0] ?? "");
  const program = Program.serve(["--home", file]);
  await program.ready();
  await program.says(/3 devices, 2 lights, 1 room, 1 scene/);
});

test("docs/settings.md has every flag and variable of serve", async () => {
  const program = Program.start(["help", "serve"]);
  expect(await program.end()).toBe(0);
  const flags = [...program.output.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag ?? "");
  expect(flags.length).toBeGreaterThan(5);
  const settings = documentOf("settings");
  for (const flag of flags) {
    const variable = `LUXGATE_${flag.slice(2).replaceAll("-", "_").toUpperCase()}`;
    expect(settings).toContain(`| \`${flag}\` | \`${variable}\` |`);
  }
});

test("the line of a Zigbee2MQTT in docs/zigbee2mqtt.md is what the program prints, but for addresses and numbers", async () => {
  const { url } = await Mosquitto.start();
  const devices = [1, 2].map((number) => aBulb({ ieee: ieeeAddress(number), name: `Lamp ${number}` }));
  const groups = [1, 2].map((id) => aGroup({ id, name: `Room ${id}` }));
  const zigbee = await StandInZigbee2Mqtt.start({ url, devices, groups });
  onTestFinished(() => zigbee.crash());
  const program = Program.serve(["--backend", `${url}/zigbee2mqtt`]);
  const shape = (text: string) => text.replace(/\/\/[\w.:]+\//, "//BROKER/").replace(/\b\d+(?= \w+s\b)/g, "N");
  const [shown = ""] = /^mqtt:\/\/.*$/m.exec(withoutTimes(documentOf("zigbee2mqtt"))) ?? [];
  const [line] = await program.says(/^mqtt:\/\/.*$/m);
  expect(shape(line)).toBe(shape(shown));
});

test("the walk-through of docs/commands.md: join, admit, a room, a scene, activate it, restart, and it is all still there", async () => {
  const folder = temporaryFolder();
  const shell = (text: string) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", typed(text)], {
      encoding: "utf8",
      env: { ...process.env, LUXGATE_DATA_DIR: folder },
    });
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };
  const [, steps = "", look = "", shown = ""] =
    /activate it, from a second terminal:\n\n```sh\n(.*?)```.*?still there:\n\n```sh\n(.*?)```\n\n```\n(.*?)```/s.exec(
      documentOf("commands"),
    ) ?? [];
  expect(steps.trim().split("\n")).toHaveLength(6);
  const first = Program.serve(["--data-dir", folder]);
  await first.ready();
  shell(steps);
  await first.stop("SIGKILL");
  await Program.serve(["--data-dir", folder]).ready();
  expect(shell(look)).toBe(shown);
});

test("the pairing of docs/control-and-events.md: a press, a key, a lamp turned orange, and the key in the list", async () => {
  const folder = temporaryFolder();
  const { url } = await Program.serve(["--data-dir", folder]).ready();
  const page = documentOf("control-and-events");
  const steps = blocks("sh", page).find((block) => block.includes("luxgate press\n")) ?? "";
  const [, shown = ""] = /luxgate keys\n```\n\n```\n(.*?)```/s.exec(page) ?? [];
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-e", "-c", typed(steps).replaceAll("http://127.0.0.1:8080", url)],
    {
      encoding: "utf8",
      env: { ...process.env, LUXGATE_DATA_DIR: folder },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const shape = (text: string) =>
    text.replace(/[0-9A-F]{8} /g, "ID ").replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "TIME");
  expect(shape(stdout.slice(stdout.indexOf("{")))).toBe(shape(shown));
  const { data } = (await (await fetch(`${url}${LAMP}`)).json()) as { data: { obj: object } };
  expect(data.obj).toMatchObject({ on: 1, brightness: 60, color_rgb: 16744448 });
});

test("the faults of docs/testing.md all work", async () => {
  const folder = temporaryFolder();
  await Program.serve(["--data-dir", folder]).ready();
  const activeFaults = blocks("sh", documentOf("testing")).find((block) => block.includes("sim calm")) ?? "";
  const steps = activeFaults.replace(/^.* sim play .*\n/m, "");
  expect(steps.trim().split("\n")).toHaveLength(6);
  const { status, stderr } = spawnSync("sh", ["-e", "-c", typed(steps)], {
    encoding: "utf8",
    env: { ...process.env, LUXGATE_DATA_DIR: folder },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
