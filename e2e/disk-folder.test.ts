import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";
import { RunningHome } from "./support/running-home.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const rename = (name: string) => ({ command: "device.rename", with: { device: "LX20101-0001", name } }) as const;

test("a second gateway on the same folder is refused in one line; the first goes on", async () => {
  const folder = temporaryFolder();
  const first = await RunningHome.on(folder);
  await first.done(rename("Before"));
  const second = Program.serveFrom(folder);
  expect(await second.end()).toBe(1);
  expect(second.output).toBe("");
  expect(second.errors).toBe(
    `Another gateway runs on the state folder ${folder}: stop it, or give another folder with --data-dir.\n`,
  );
  await first.done(rename("After"));
  const lists = await first.lists();
  await first.kill();
  expect(await (await RunningHome.on(folder)).lists()).toEqual(lists);
});

test("a folder that was given up, however its gateway ended, is free for the next one at once", async () => {
  const folder = temporaryFolder();
  await (await RunningHome.on(folder)).kill();
  expect(await (await RunningHome.on(folder)).stop()).toBe(0);
  await RunningHome.on(folder);
});

test.each(["of another user", "in a folder of another user"])(
  "a state folder %s is refused in one line",
  async (whose) => {
    const theirs = join(temporaryFolder(), "theirs");
    mkdirSync(theirs, { mode: 0o700 });
    if (!isRoot) chmodSync(theirs, 0o000);
    const folder = whose === "of another user" ? theirs : join(theirs, "state");
    // The program's own folder is open to everybody, the one above theirs to none.
    chmodSync(join(theirs, ".."), 0o755);
    const program = Program.serveFrom(folder, isRoot ? { user: NOBODY } : {});
    expect(await program.end()).toBe(1);
    expect(program.output).toBe("");
    expect(program.errors).toMatch(
      /^The state folder \/\S+ cannot be used \([^\n]+\): mend that, or give a folder that this user may write to with --data-dir\.\n$/,
    );
    expect(program.errors).toContain(` ${folder} `);
    if (isRoot) expect(readdirSync(theirs)).toEqual([]);
    else chmodSync(theirs, 0o700);
  },
);

test("changes are refused, not lost, when the folder is removed while the gateway runs", async () => {
  const folder = join(temporaryFolder(), "state");
  const home = await RunningHome.on(folder);
  const line = await home.operator();
  await line.done(rename("Before"));
  const before = await home.lists();
  rmSync(folder, { recursive: true });
  expect(await line.refusal(rename("After"))).toMatch(/^The change could not be stored \(\S+home\.db was removed/);
  expect(await home.lists()).toEqual(before);
  expect((await line.done({ command: "status", with: {} })).store.trouble).toContain("removed");
  expect(await home.stop()).toBe(0);
  expect(existsSync(folder)).toBe(false);
});
