import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
    `Another gateway uses the data folder ${folder}: stop it, or choose another data folder with --data-dir.\n`,
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

/** A folder of somebody else's, which the user who runs the program may not enter. */
function theirFolder(): string {
  const theirs = join(temporaryFolder(), "theirs");
  mkdirSync(theirs, { mode: 0o700 });
  if (!isRoot) chmodSync(theirs, 0o000);
  // The program's own folder is open to everybody, the one above theirs to none.
  chmodSync(join(theirs, ".."), 0o755);
  onTestFinished(() => chmodSync(theirs, 0o700));
  return theirs;
}

const asNobody = isRoot ? { user: NOBODY } : {};

test("a state folder is made, and served from, within a folder that may be entered and not listed", async () => {
  const above = join(temporaryFolder(), "above");
  mkdirSync(above);
  chmodSync(join(above, ".."), 0o755);
  if (isRoot) chownSync(above, NOBODY, NOBODY);
  chmodSync(above, 0o300);
  onTestFinished(() => chmodSync(above, 0o700));
  const program = Program.serveFrom(join(above, "state"), asNobody);
  await program.ready();
  expect(await program.stop()).toBe(0);
});

test("P8: a state folder of another user is refused in one line that says whose it is, and touched by nobody", async () => {
  const folder = theirFolder();
  const program = Program.serveFrom(folder, asNobody);
  expect(await program.end()).toBe(1);
  expect(program.output).toBe("");
  expect(program.errors).toBe(
    isRoot
      ? `The data folder ${folder} belongs to root, but Luxgate runs as nobody: change its owner to nobody with "sudo chown -R nobody ${folder}", or choose another folder with --data-dir.\n`
      : `The owner cannot read the data folder ${folder} (mode 0000): fix it with "chmod 700 ${folder}".\n`,
  );
  if (isRoot) expect(readdirSync(folder)).toEqual([]);
});

test("a state folder in a folder of another user is refused in one line", async () => {
  const folder = join(theirFolder(), "state");
  const program = Program.serveFrom(folder, asNobody);
  expect(await program.end()).toBe(1);
  expect(program.output).toBe("");
  expect(program.errors).toMatch(
    /^The data folder \/\S+ cannot be used \([^\n]+\): fix this, or use --data-dir to choose a folder [^\n]+\.\n$/,
  );
  expect(program.errors).toContain(` ${folder} `);
});

if (!isRoot) console.warn("The gateway of another user is not tested here: only root can start one.");

test.skipIf(!isRoot)("commands say nothing to the gateway of another user, and root is no exception", async () => {
  const folder = join(temporaryFolder(), "state");
  chmodSync(join(folder, ".."), 0o755);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, NOBODY, NOBODY);
  const home = await RunningHome.on(folder, { user: NOBODY });
  const asked = Program.start(["press", "--data-dir", folder]);
  expect(await asked.end()).toBe(1);
  expect(asked.errors).toBe(
    `The gateway in ${folder} belongs to user ${NOBODY}, but you are root. Run the command as user ${NOBODY}: sudo -u '#${NOBODY}' luxgate …\n`,
  );
  const owner = Program.startAs({ user: NOBODY }, ["press", "--data-dir", folder]);
  expect(await owner.end()).toBe(0);
  expect(home.program.output.match(/Button pressed/g)).toHaveLength(1);
});

test("a state folder that is a link is served from where it leads, and asked through the link", async () => {
  const [folder, link] = [temporaryFolder(), join(temporaryFolder(), "luxgate")];
  symlinkSync(folder, link);
  const home = await RunningHome.on(link);
  const asked = Program.start(["status", "--json", "--data-dir", link]);
  expect(await asked.end()).toBe(0);
  expect(JSON.parse(asked.output)).toMatchObject({ stateFolder: folder });
  expect(await home.stop()).toBe(0);
});

test("a folder that others may read is closed to them, with a line that says so", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const home = await RunningHome.on(folder);
  expect(home.program.output).toContain(
    `The data folder ${folder} was readable by other users (mode 0755). Only this user can read it now (mode 0700).\n`,
  );
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each(["lock", "recent-changes.log", "home.db", "control.sock"])(
  "a link at %s leaves what it leads to as it is: one line, exit code 1",
  async (name) => {
    const folder = temporaryFolder();
    const thesis = join(temporaryFolder(), "thesis.txt");
    writeFileSync(thesis, "years of work");
    symlinkSync(thesis, join(folder, name));
    const program = Program.serveFrom(folder);
    expect(await program.end()).toBe(1);
    expect(program.errors).toMatch(
      /^\/\S+ is a symbolic link to \S+, and Luxgate follows no links in the data folder[^\n]+"rm \S+"\.\n$/,
    );
    expect([program.output, readFileSync(thesis, "utf8")]).toEqual(["", "years of work"]);
    expect(readdirSync(folder)).toEqual([name]);
  },
);

test("changes are refused, not lost, when the folder is removed while the gateway runs", async () => {
  const folder = join(temporaryFolder(), "state");
  const home = await RunningHome.on(folder);
  const line = await home.operator();
  await line.done(rename("Before"));
  const before = await home.lists();
  rmSync(folder, { recursive: true });
  expect(await line.refusal(rename("After"))).toMatch(
    /^Nothing was changed: the change could not be stored \(\S+home\.db was removed/,
  );
  expect(await home.lists()).toEqual(before);
  expect((await line.done({ command: "status", with: {} })).store.trouble).toContain("removed");
  expect(await home.stop()).toBe(0);
  expect(existsSync(folder)).toBe(false);
});
