import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsIn } from "../test/support/cli/printed-table.ts";
import { Program, temporaryFolder } from "./support/program.ts";

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

test("a table of devices is printed, edited and given back; problems name the file and the line", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "devices.csv");
  const program = Program.serve(["--data-dir", join(folder, "state")]);
  const { url } = await program.ready();
  const state = join(folder, "state");
  const printed = await luxgate(state, "devices", "--csv", "--room", "kitchen", "--product", "*bulb");
  expect(printed.output.split("\n").map((line) => line.split(",").slice(0, 4).join(","))).toEqual([
    "name,room,product,serial",
    "Worktop,Kitchen,white bulb,LX20301-0001",
    "",
  ]);
  writeFileSync(file, (await luxgate(state, "devices", "--csv")).output.replace("Worktop", '"Counter, left"'));
  const tried = await luxgate(state, "device", "rename", "--from", file, "--dry-run");
  expect(tried.output).toMatch(/Dry run of 1 change\b.* 13 lines /);
  const done = await luxgate(state, "device", "rename", "--from", file);
  expect(done).toMatchObject({ code: 0, errors: "" });
  expect(rowsIn(done.output.split("\n").slice(0, 2).join("\n"))).toMatchObject([
    { LINE: "8", DEVICE: "Worktop", SERIAL: "LX20301-0001", BEFORE: "Worktop", AFTER: "Counter, left" },
  ]);
  writeFileSync(file, readFileSync(file, "utf8").replace("Ceiling", "  ").replace("Porch", "x".repeat(200)));
  const wrong = await luxgate(state, "device", "rename", "--from", file);
  expect(wrong.code).toBe(1);
  expect(wrong.errors.split("\n").filter((line) => line.startsWith(`${file}:`))).toHaveLength(2);
  const found = await luxgate(state, "get", "devices", "--url", url, "--name", "count*", "--csv");
  expect(found.output.split("\n")[1]).toMatch(/^"Counter, left",Kitchen,/);
  expect((await luxgate(state, "rooms", "--empty")).output).toContain("No matching rooms.");
  expect((await luxgate(state, "device", "rename", "Ceiling")).errors).toContain("--from <file>");
  await program.stop();
});

test("devices of a room are renamed by a pattern, after a look at what would become of them", async () => {
  const folder = temporaryFolder();
  const program = Program.serve(["--data-dir", folder]);
  await program.ready();
  const rename = (...args: readonly string[]) => luxgate(folder, "device", "rename", ...args);
  const pattern = ["--pattern", "{room} {n:02}", "--room", "Kitchen"];
  const tried = await rename(...pattern, "--dry-run");
  expect(tried.output).toMatch(/Kitchen 01\b.*Kitchen 02\b.*Dry run of \d changes: nothing was changed\./s);
  expect((await luxgate(folder, "devices", "--room", "Kitchen")).output).not.toContain("Kitchen 01");
  expect(await rename(...pattern)).toMatchObject({ code: 0, errors: "" });
  expect((await luxgate(folder, "devices", "--room", "Kitchen")).output).toMatch(/Kitchen 01\b.*Kitchen 02\b/s);
  expect((await rename("--pattern", "{rom}")).errors).toContain(
    'Unknown part "{rom}". Use {room}, {name}, {n} or {n:02}.',
  );
  expect((await rename("Porch", "--pattern", "{n}")).errors).toContain("one of them only");
  await program.stop();
});
