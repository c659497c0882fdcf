import { describe, expect, test } from "vitest";
import { rowsIn } from "../test/support/cli/printed-table.ts";
import { Program, temporaryFolder } from "./support/program.ts";

/** A gateway, and commands that are given at another desk. */
async function gateway() {
  const folder = temporaryFolder();
  const { url } = await Program.serve(["--data-dir", folder]).ready();
  const luxgate = async (...args: readonly string[]) => {
    const program = Program.start(args, { LUXGATE_URL: url, LUXGATE_DATA_DIR: folder });
    const code = await program.end();
    return { code, output: program.output, errors: program.errors };
  };
  return { folder, url, luxgate };
}

describe("luxgate get", () => {
  test("shows lights of a room, and everything else, in tables that line up", async () => {
    const { luxgate } = await gateway();
    const lights = await luxgate("get", "lights", "--room", "kitchen");
    const ID = expect.stringMatching(/^[0-9A-F-]{36}$/);
    expect(rowsIn(lights.output)).toMatchObject([
      { LIGHT: "Ceiling", ROOM: "Kitchen", SHOWS: "on 100% 4000 K", ONLINE: "yes", ID },
      { LIGHT: "Worktop", ROOM: "Kitchen", SHOWS: "off", ONLINE: "yes", ID },
    ]);
    expect((await luxgate("get", "devices")).output).toMatch(/^Reading lamp +Living room .* yes +yes +[0-9A-F-]{36}$/m);
    expect((await luxgate("get", "rooms")).output).toMatch(/^Living room +\d+ +[0-9A-F-]{36}$/m);
    expect((await luxgate("get", "scenes", "--room", "Kitchen")).output).toMatch(/^Cooking +Kitchen +no /m);
    expect((await luxgate("get", "sync")).output).toMatch(/^Sync box +Living room +(yes|no) +\d+%/m);
  });

  test("prints what the gateway answers for scripts", async () => {
    const { luxgate, url } = await gateway();
    const { data } = JSON.parse(await (await fetch(`${url}/clip/v2/resource/light`)).text());
    expect(JSON.parse((await luxgate("get", "lights", "--json")).output)).toEqual(data.arr);
  });

  test("says what would be right, and exits with 1", async () => {
    const { luxgate } = await gateway();
    const unknown = await luxgate("get", "lights", "--room", "Kitchn");
    expect(unknown).toMatchObject({ code: 1, output: "" });
    expect(unknown.errors).toContain('There is no room "Kitchn". Use one of: Whole house, Living room, Kitchen');
    const nobody = await luxgate("get", "lights", "--url", "127.0.0.1:1");
    expect(nobody).toMatchObject({ code: 1, output: "" });
    expect(nobody.errors).toMatch(/127\.0\.0\.1:1.*is unreachable/);
    expect((await luxgate("get", "lights", "--url", "http://")).errors).toContain(
      "is not a valid address. Use one such as",
    );
    expect((await luxgate("get", "lamps")).errors).toContain("lights, devices, rooms, scenes, sync");
  });
});

test("luxgate watch shows the home, then what happens, until it is interrupted", async () => {
  const { luxgate, url } = await gateway();
  const watching = Program.start(["watch"], { LUXGATE_URL: url });
  await watching.says(/^Unknown bulb/m);
  await luxgate("set", "Reading lamp", "off");
  await watching.says(/\d\d:\d\d:\d\d +light +Reading lamp +off/);
  expect(await watching.stop("SIGINT")).toBe(0);
  expect(watching.errors).toContain(`Following ${url} by events.`);
});

test("luxgate watch --json tells each change as one line of JSON", async () => {
  const { luxgate, url } = await gateway();
  const watching = Program.start(["watch", "--json"], { LUXGATE_URL: url });
  await watching.says(/"kind":"snapshot".*\n/);
  await luxgate("set", "Reading lamp", "off");
  await watching.says(/"kind":"update".*\n/);
  await watching.stop();
  const [snapshot, update] = watching.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(Object.keys(snapshot)).toEqual(
    expect.arrayContaining(["kind", "devices", "lights", "syncBoxes", "rooms", "scenes", "groupLights"]),
  );
  expect(update).toMatchObject({ kind: "update", type: "light", value: { on: 0 } });
});
