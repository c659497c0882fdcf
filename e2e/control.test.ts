import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askForKey } from "../test/support/client/paired-client.ts";
import { ControlledHome } from "./support/controlled-home.ts";

const DONE = { code: 0, msg: "success", data: { arr: [], obj: {} } };
const KEY_NEEDED = { code: -401, msg: "a valid key is required in the header application-key", data: {} };
const TIME = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

/** All that a state folder holds. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"))
    .join("\n");

describe("a client", () => {
  test("gets a key after a press, once, and changes lamps with it until it is revoked", async () => {
    const home = await ControlledHome.start();
    expect((await askForKey(home.http)).json.code).toBe(-423);
    const key = await home.pair("acme#panel");
    expect(key).toMatch(/^[\w-]{43}$/);
    expect((await askForKey(home.http)).json.code).toBe(-423);
    await home.program.says(/^Paired with "acme#panel"\. To see or revoke its key: .*luxgate keys\b/m);
    expect((await home.put(key, "Ceiling", { brightness: 42 })).json).toEqual(DONE);
    expect((await home.lamp("Ceiling")).brightness).toBe(42);
    expect((await home.luxgate("devices")).output).toMatch(/^Ceiling .* on 42% 4000K /m);

    const [listed] = JSON.parse((await home.luxgate("keys", "--json")).output);
    expect(Object.keys(listed)).toEqual(expect.arrayContaining(["id", "name", "madeAt", "lastUsedAt"]));
    const { code, output } = await home.luxgate("keys");
    expect(code).toBe(0);
    const [headings, line, ...more] = output.trimEnd().split("\n");
    expect(headings).toMatch(/^CLIENT +ID +CREATED +LAST USED$/);
    expect(line).toMatch(new RegExp(`^acme#panel +${listed.id.slice(0, 8)} +${TIME.source} +${TIME.source}$`));
    expect(more).toEqual([]);

    expect(await home.luxgate("keys", "revoke", "acme#panel")).toEqual({
      code: 0,
      output: expect.stringMatching(RegExp(`"acme#panel" \\(${listed.id}\\) was revoked`)),
      errors: "",
    });
    const refused = await home.put(key, "Ceiling", { brightness: 7 });
    expect([refused.status, refused.json]).toEqual([200, KEY_NEEDED]);
    expect((await home.lamp("Ceiling")).brightness).toBe(42);
    expect((await home.luxgate("keys")).output).toMatch(/^No clients are paired\./);
    expect(await home.luxgate("keys", "revoke", "acme#panel")).toMatchObject({ code: 1, output: "" });
  });

  test("keeps its key through kill -9 and a restart; one that was revoked stays revoked", async () => {
    const first = await ControlledHome.start();
    const kept = await first.pair("acme#kept");
    const revoked = await first.pair("acme#revoked");
    expect((await first.put(kept, "Ceiling", { brightness: 42 })).json).toEqual(DONE);
    expect((await first.luxgate("keys", "revoke", "acme#revoked")).code).toBe(0);
    const second = await first.restart("SIGKILL");
    expect((await second.lamp("Ceiling")).brightness).toBe(42);
    expect((await second.put(revoked, "Ceiling", { brightness: 7 })).json).toEqual(KEY_NEEDED);
    expect((await second.put(kept, "Ceiling", { brightness: 43 })).json).toEqual(DONE);
    expect((await second.luxgate("keys", "revoke", "acme#kept")).code).toBe(0);
    const third = await second.restart("SIGKILL");
    expect((await third.put(kept, "Ceiling", { brightness: 7 })).json).toEqual(KEY_NEEDED);
    expect((await third.lamp("Ceiling")).brightness).toBe(43);
  });

  test("has its key no more after a factory reset, but after an import", async () => {
    const home = await ControlledHome.start();
    const key = await home.pair();
    const file = join(home.folder, "exported.json");
    expect((await home.luxgate("export", file)).code).toBe(0);
    expect((await home.luxgate("import", file, "--yes")).code).toBe(0);
    expect((await home.put(key, "Ceiling", { brightness: 42 })).json).toEqual(DONE);
    expect((await home.luxgate("reset", "--factory", "--yes")).code).toBe(0);
    expect((await home.put(key, "Ceiling", { brightness: 7 })).json).toEqual(KEY_NEEDED);
    expect(JSON.parse((await home.luxgate("keys", "--json")).output)).toEqual([]);
    const again = await home.restart("SIGKILL");
    expect((await again.put(key, "Ceiling", { brightness: 7 })).json).toEqual(KEY_NEEDED);
  });
});

test("no key is anywhere but with its client, and its digest nowhere but in the store", async () => {
  const home = await ControlledHome.start();
  const key = await home.pair();
  await home.put(key, "Ceiling", { brightness: 42 });
  await home.put(`${key}x`, "Ceiling", { brightness: 43 });
  const digest = createHash("sha256").update(key).digest();
  const commands = [["export"], ["keys"], ["keys", "--json"], ["status", "--json"], ["devices", "--json"]];
  const said = await Promise.all(commands.map(async (args) => (await home.luxgate(...args)).output));
  const revoked = await home.luxgate("keys", "revoke", "acme#panel", "--json");
  expect(await home.program.stop()).toBe(0);
  const texts = [...said, revoked.output, home.program.output, home.program.errors].join("\n");
  expect(texts).toContain("acme#panel");
  for (const secret of [key, digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")]) {
    expect(texts).not.toContain(secret);
  }
  expect(bytesIn(home.folder)).not.toContain(key);
});
