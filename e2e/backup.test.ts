import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMatter, writeMatter } from "../src/edges/store/folder/matter-file.ts";
import type { MatterRows } from "../src/edges/store/sqlite/matter-rows.ts";
import { Program, temporaryFolder } from "./support/program.ts";

/** What a Matter bridge may have stored. */
const MATTER: MatterRows = {
  entries: [["root.fabrics", "fabrics", '"secret of a fabric"']],
  lamps: [
    ["11111111-ACD9-5D50-9709-089657890EDC", 7],
    ["888D095C-ACD9-5D50-9709-089657890EDC", 2],
  ],
  facts: [["passcode", "20202021"]],
};

const LISTS = ["device", "light", "room", "scene", "sync", "bridge"];

async function luxgate(folder: string, ...args: readonly string[]) {
  const program = Program.start(args, { LUXGATE_DATA_DIR: folder });
  program.process.stdin?.end();
  const code = await program.end();
  return { code, output: program.output, errors: program.errors };
}

/** What a gateway answers to lists, byte for byte, but for the port, which is another each time. */
async function answersOf(url: string): Promise<readonly string[]> {
  const answers = LISTS.map(async (kind) => (await fetch(`${url}/clip/v2/resource/${kind}`)).text());
  return (await Promise.all(answers)).map((text) => text.replaceAll(new URL(url).host, "here"));
}

const serve = (folder: string, ...args: readonly string[]) =>
  Program.serve(["--data-dir", folder, "--host", "127.0.0.1", ...args]);

async function stop(program: Program): Promise<void> {
  await program.stop();
}

test("a backup folder that others may write to is refused before anything is touched, with what mends it", async () => {
  const place = temporaryFolder();
  const [state, backups] = [join(place, "state"), join(place, "backups")];
  mkdirSync(backups);
  chmodSync(backups, 0o777);
  const { code, errors } = await luxgate(state, "serve", "--backup-dir", backups);
  expect(code).toBe(1);
  expect(errors).toBe(
    `Other users can write to the backup folder ${backups} (mode 0777): check that all of its contents are yours, then restrict it with "chmod 700 ${backups}".\n`,
  );
  expect(existsSync(state)).toBe(false);
});

test("a backup that is restored on an empty machine gives the same answers, and its clients go on", async () => {
  const place = temporaryFolder();
  const [first, second, file] = ["first", "second", "backup.json"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const program = serve(first, "--backup-dir", join(place, "daily"));
  const { url } = await program.ready();
  await luxgate(first, "press");
  const paired = await fetch(`${url}/api`, { method: "POST", body: JSON.stringify({ device_type: "acme#panel" }) });
  const { data } = (await paired.json()) as { readonly data: { readonly obj: { readonly username: string } } };
  await luxgate(first, "device", "rename", "Ceiling", "Big");
  await luxgate(first, "set", "Big", "on", "12%");
  const made = await luxgate(first, "backup", file, "--with-keys");
  expect(made.errors).toBe("");
  expect(made.output).toContain("1 key.\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await luxgate(first, "restore", file, "--yes")).errors).toContain("stop it");
  const answers = await answersOf(url);
  expect(readdirSync(join(place, "daily"))).toHaveLength(1);
  await stop(program);

  const restored = await luxgate(second, "restore", file);
  expect(restored.errors).toBe("");
  expect(restored.output).toContain("1 client stays paired.");
  const again = serve(second);
  const { url: newUrl } = await again.ready();
  expect(await answersOf(newUrl)).toEqual(answers);
  const lights = `${newUrl}/clip/v2/resource/light`;
  const { data: listed } = (await (await fetch(lights)).json()) as { data: { arr: { id: string }[] } };
  const headers = { "application-key": data.obj.username };
  const put = await fetch(`${lights}/${listed.arr[0]?.id}`, { method: "PUT", headers, body: '{"on":1}' });
  expect(await put.json()).toMatchObject({ code: 0 });
  expect((await luxgate(second, "history")).output).toContain("restored");
  await stop(again);

  const refused = await luxgate(second, "restore", file);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("--yes") });
  writeFileSync(file, readFileSync(file, "utf8").replace("Big", "Bug"));
  expect((await luxgate(second, "restore", file, "--yes")).errors).toContain("its digest does not match");
});

test("with keys, a backup holds the Matter bridge with the numbers of its lamps; without keys it stays where it is, and a reset ends it", async () => {
  const place = temporaryFolder();
  const [first, second] = [join(place, "first"), join(place, "second")];
  const [whole, plain] = [join(place, "whole.json"), join(place, "plain.json")];
  await serve(first).ready();
  writeMatter(first, MATTER);
  const made = await luxgate(first, "backup", whole, "--with-keys");
  expect(made.output).toContain("0 keys, the Matter bridge.");
  expect(JSON.parse((await luxgate(first, "backup", plain, "--json")).output)).toMatchObject({ matter: false });
  expect(readFileSync(plain, "utf8")).not.toContain("secret of a fabric");

  expect((await luxgate(second, "restore", whole)).output).toContain("The Matter bridge keeps its ecosystems.");
  expect(readMatter(second)).toEqual(MATTER);
  expect((await luxgate(second, "restore", plain, "--yes")).code).toBe(0);
  expect(readMatter(second)).toEqual(MATTER);
  expect((await luxgate(first, "reset", "--factory", "--yes")).code).toBe(0);
  expect(readMatter(first)).toBeUndefined();
});
