import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Identity } from "../home/identity.ts";
import { openIdentity } from "./identity-file.ts";

const ROOT = mkdtempSync(join(tmpdir(), "luxgate-identity-"));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/;
const UPPER_CASE_UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;
const GOOD = { mac: "02:00:00:12:34:56", resetId: "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B" };

/** A folder of its own for a test, there already. */
const someFolder = (): string => mkdtempSync(join(ROOT, "state-"));
const fileIn = (folder: string): string => join(folder, "identity.json");
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** A folder in which a gateway has started once, and what it then had. */
function startedFolder(): { readonly folder: string; readonly identity: Identity; readonly bytes: Buffer } {
  const folder = someFolder();
  const { identity } = openIdentity(folder);
  return { folder, identity, bytes: readFileSync(fileIn(folder)) };
}

/** A folder whose identity file holds these bytes. */
function folderWith(bytes: string | Uint8Array): string {
  const folder = someFolder();
  writeFileSync(fileIn(folder), bytes);
  return folder;
}

describe("the first start", () => {
  test("spec §4.9: it makes a MAC address in upper case with colons", () => {
    expect(openIdentity(someFolder()).identity.mac).toMatch(MAC);
  });

  test("spec §4.9: it makes a reset id that is a UUID in upper case", () => {
    expect(openIdentity(someFolder()).identity.resetId).toMatch(UPPER_CASE_UUID);
  });

  test("the reset id is another one in every state folder", () => {
    const ids = Array.from({ length: 10 }, () => openIdentity(someFolder()).identity.resetId);
    expect(new Set(ids).size).toBe(10);
  });

  test("it reports nothing as damaged", () => {
    expect(openIdentity(someFolder()).setAside).toBeUndefined();
  });

  test("it makes the folder, and those above it, for this user alone", () => {
    const above = join(someFolder(), "above");
    openIdentity(join(above, "state"));
    expect(modeOf(above)).toBe(0o700);
    expect(modeOf(join(above, "state"))).toBe(0o700);
  });

  test("it makes the file for this user alone, and leaves no other behind", () => {
    const { folder } = startedFolder();
    expect(modeOf(fileIn(folder))).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["identity.json"]);
  });
});

describe("the next start", () => {
  test("G30: it reads the same identity, time after time", () => {
    const folder = someFolder();
    const { identity } = openIdentity(folder);
    for (let start = 0; start < 5; start += 1) {
      expect(openIdentity(folder)).toEqual({ identity, setAside: undefined });
    }
  });

  test("it leaves the file as it is", () => {
    const { folder, bytes } = startedFolder();
    const { mtimeMs, ino } = statSync(fileIn(folder));
    openIdentity(folder);
    expect(readFileSync(fileIn(folder))).toEqual(bytes);
    expect(statSync(fileIn(folder))).toMatchObject({ mtimeMs, ino });
  });

  test("a draft that a power cut left behind does not disturb it", () => {
    const { folder, bytes } = startedFolder();
    writeFileSync(`${fileIn(folder)}.new`, '{"mac": "02:');
    expect(openIdentity(folder).setAside).toBeUndefined();
    expect(readFileSync(fileIn(folder))).toEqual(bytes);
  });

  test("a draft that a power cut left behind on the first start does not disturb it either", () => {
    const folder = someFolder();
    writeFileSync(`${fileIn(folder)}.new`, "x".repeat(10_000));
    const { identity } = openIdentity(folder);
    expect(openIdentity(folder)).toEqual({ identity, setAside: undefined });
    expect(readdirSync(folder)).toEqual(["identity.json"]);
  });
});

describe("a damaged file", () => {
  /** Starts with the bytes, and sees that they are kept, reported, and replaced by a whole identity. */
  function expectSetAside(bytes: string | Uint8Array): void {
    const folder = folderWith(bytes);
    const { identity, setAside } = openIdentity(folder);
    expect(setAside).toMatch(/identity\.json\.damaged-[0-9a-f]{8}$/);
    expect(readFileSync(setAside ?? "")).toEqual(Buffer.from(bytes));
    expect(identity.mac).toMatch(MAC);
    expect(identity.resetId).toMatch(UPPER_CASE_UUID);
    expect(modeOf(fileIn(folder))).toBe(0o600);
    expect(openIdentity(folder)).toEqual({ identity, setAside: undefined });
  }

  test.each([
    ["is empty", ""],
    ["is full of zeros", new Uint8Array(120)],
    ["is no text", Uint8Array.of(0xff, 0xfe, 0x80, 0x00)],
    ["is no JSON", "mac: 02:00:00:12:34:56"],
    ["holds null", "null"],
    ["holds a list", JSON.stringify([GOOD])],
    ["holds a text", JSON.stringify(JSON.stringify(GOOD))],
    ["has no MAC address", JSON.stringify({ resetId: GOOD.resetId })],
    ["has no reset id", JSON.stringify({ mac: GOOD.mac })],
    ["has a MAC address in lower case", JSON.stringify({ ...GOOD, mac: "02:00:00:ab:cd:ef" })],
    ["has a MAC address without colons", JSON.stringify({ ...GOOD, mac: "020000123456" })],
    ["has a MAC address that is too long", JSON.stringify({ ...GOOD, mac: `${GOOD.mac}:78` })],
    ["has a line break after the MAC address", JSON.stringify({ ...GOOD, mac: `${GOOD.mac}\n` })],
    ["has a number for a MAC address", JSON.stringify({ ...GOOD, mac: 2 })],
    ["has a reset id in lower case", JSON.stringify({ ...GOOD, resetId: GOOD.resetId.toLowerCase() })],
    ["has a reset id that is no UUID", JSON.stringify({ ...GOOD, resetId: "1" })],
    ["has null for a reset id", JSON.stringify({ ...GOOD, resetId: null })],
    ["has the fields of another program", JSON.stringify({ macAddress: GOOD.mac, reset_id: GOOD.resetId })],
  ])("P2: one that %s is set aside with its bytes kept, reported, and made anew", (_, bytes) => {
    expectSetAside(bytes);
  });

  test("P2: two damages in turn are both kept", () => {
    const folder = folderWith("the first");
    const first = openIdentity(folder).setAside ?? "";
    writeFileSync(fileIn(folder), "the second");
    const second = openIdentity(folder).setAside ?? "";
    expect(readFileSync(first, "utf8")).toBe("the first");
    expect(readFileSync(second, "utf8")).toBe("the second");
  });

  /** Starts with the bytes, and sees that the identity is the same, or else that they are kept and reported. */
  function expectSameOrSetAside(damaged: Uint8Array, before: Identity): void {
    const folder = folderWith(damaged);
    const { identity, setAside } = openIdentity(folder);
    if (setAside === undefined) expect(identity).toEqual(before);
    else expect(readFileSync(setAside)).toEqual(Buffer.from(damaged));
    rmSync(folder, { recursive: true });
  }

  test("P2: one that was cut short anywhere never gives another identity in silence", () => {
    const { bytes, identity } = startedFolder();
    for (let length = 0; length < bytes.length; length += 1) expectSameOrSetAside(bytes.subarray(0, length), identity);
  });

  test("P2: one with a flipped bit anywhere never gives another identity in silence", () => {
    const { bytes, identity } = startedFolder();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      const at = Math.floor(bit / 8);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
      expectSameOrSetAside(flipped, identity);
    }
  });
});

describe("a state folder that cannot be used", () => {
  test("a file in its place is a fault, and is left alone", () => {
    const path = join(someFolder(), "state");
    writeFileSync(path, "somebody's file");
    expect(() => openIdentity(path)).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(readFileSync(path, "utf8")).toBe("somebody's file");
  });

  test("a file in the place of the folder above it is a fault", () => {
    const path = join(someFolder(), "state");
    writeFileSync(path, "somebody's file");
    expect(() => openIdentity(join(path, "luxgate"))).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
  });

  test("P2: an identity that cannot be read is a fault, never a reason to make another", () => {
    const folder = someFolder();
    mkdirSync(fileIn(folder));
    expect(() => openIdentity(folder)).toThrow(expect.objectContaining({ code: "EISDIR" }));
    expect(readdirSync(folder)).toEqual(["identity.json"]);
  });
});
