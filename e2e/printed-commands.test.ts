import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OtherProject } from "./support/installed-package.ts";
import { FREE_PORTS_HERE, Program, temporaryFolder } from "./support/program.ts";

/** A terminal beside the gateway's: what is typed there, in which folder, and with what around it. */
interface OtherTerminal {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Types each command that the gateway prints at its start, and says how that began. */
async function typeAll(program: Program, { folder, environment = {} }: OtherTerminal) {
  const { LUXGATE_DATA_DIR, ...own } = process.env;
  const run = (command: string) => {
    const env = { ...own, ...environment };
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", env });
    return { status, output: stdout.split("\n")[0], errors: status === 0 ? "" : stderr };
  };
  const [, open = ""] = await program.says(/^ {2}web page +run: (.*)$/m);
  const [, press = ""] = await program.says(/^ {2}pairing .*, or run: (.*), or: kill/m);
  return { open, opened: run(open), pressed: run(press) };
}

const WORKED = {
  opened: { status: 0, output: expect.stringContaining("/#open="), errors: "" },
  pressed: { status: 0, output: expect.stringContaining("10 s"), errors: "" },
};

const serveHere = ["serve", ...FREE_PORTS_HERE];

describe("the commands that the gateway prints at its start work as they are printed", () => {
  const CHECKOUT = { command: [process.execPath, join(process.cwd(), "dist", "luxgate.js")] };
  let project: OtherProject;
  beforeAll(async () => {
    project = await OtherProject.begin();
    const program = join(project.packageFolder, "dist", "luxgate.js");
    mkdirSync(join(project.folder, "node_modules", ".bin"));
    for (const link of ["node_modules/.bin/luxgate", "bin/luxgate"]) {
      project.write(link, `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
      chmodSync(join(project.folder, link), 0o755);
    }
  });
  afterAll(() => project.remove());

  test("of a checkout, in its folder, with a state folder that is not the usual one", async () => {
    const state = join(temporaryFolder(), "my state");
    const program = Program.startAs(CHECKOUT, [...serveHere, "--data-dir", state]);
    const typed = await typeAll(program, { folder: process.cwd() });
    expect(typed).toMatchObject({ open: `npx luxgate open --data-dir '${state}'`, ...WORKED });
  });

  test("of a checkout, with the usual state folder", async () => {
    const environment = { HOME: temporaryFolder(), XDG_STATE_HOME: "" };
    const program = Program.startAs({ ...CHECKOUT, environment }, serveHere);
    const typed = await typeAll(program, { folder: process.cwd(), environment });
    expect(typed).toMatchObject({ open: "npx luxgate open", ...WORKED });
  });

  test("of a package that is installed in a project", async () => {
    const state = temporaryFolder();
    const command = [join(project.folder, "node_modules/.bin/luxgate")];
    const program = Program.startAs({ command }, [...serveHere, "--data-dir", state]);
    const typed = await typeAll(program, { folder: project.folder });
    expect(typed).toMatchObject({ open: `npx luxgate open --data-dir ${state}`, ...WORKED });
  });

  test("of a package that is on the path, in any folder", async () => {
    const state = temporaryFolder();
    const { PATH = "" } = process.env;
    const environment = { PATH: `${join(project.folder, "bin")}:${PATH}` };
    const program = Program.startAs({ command: ["luxgate"], environment }, [...serveHere, "--data-dir", state]);
    const typed = await typeAll(program, { folder: dirname(state), environment });
    expect(typed).toMatchObject({ open: `luxgate open --data-dir ${state}`, ...WORKED });
  });
});

test("a home that another takes the place of can be brought back with the command that is printed", async () => {
  const state = temporaryFolder();
  const file = join(temporaryFolder(), "hall.yaml");
  const first = Program.startAs({}, [...serveHere, "--data-dir", state]);
  await first.ready();
  await first.stop();
  writeFileSync(file, "rooms: [{ name: Hall }]\n");
  const program = Program.startAs({}, [...serveHere, "--data-dir", state, "--home", file]);
  const [, command = ""] = await program.says(/to go back: (.*)$/m);
  await program.ready();
  const { status, stderr } = spawnSync("sh", ["-c", `${command} --yes`], { encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});
