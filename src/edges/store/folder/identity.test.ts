import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { IDENTITY } from "../../../../test/support/home/empty-gateway.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { identityFromFile } from "./identity-file.ts";
import { newIdentity } from "./new-identity.ts";
import { ownMac } from "./own-mac.ts";

const MAC = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/;
const UPPER_CASE_UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;

describe("a new identity", () => {
  test("spec §4.9: has a MAC address in upper case with colons", () => {
    expect(newIdentity().mac).toMatch(MAC);
  });

  test("spec §4.9: has a reset id that is a UUID in upper case, another one each time", () => {
    const ids = Array.from({ length: 10 }, () => newIdentity().resetId);
    for (const id of ids) expect(id).toMatch(UPPER_CASE_UUID);
    expect(new Set(ids).size).toBe(10);
  });

  test("has an address that belongs to one interface, never to a group or to nobody", () => {
    const mac = ownMac();
    expect(Number.parseInt(mac.slice(0, 2), 16) & 1).toBe(0);
    expect(mac).not.toBe("00:00:00:00:00:00");
  });
});

describe("the identity file of Luxgate 0.1", () => {
  const digestOf = (mac: string, resetId: string) =>
    createHash("sha256").update(`${mac} ${resetId}`).digest("hex").slice(0, 16);
  const GOOD = JSON.stringify({ ...IDENTITY, digest: digestOf(IDENTITY.mac, IDENTITY.resetId) });

  /** A folder whose identity file holds these bytes. */
  function folderWith(bytes: string | Uint8Array): string {
    const folder = someFolder();
    writeFileSync(join(folder, "identity.json"), bytes);
    return folder;
  }
  const sealed = (identity: { mac: string; resetId: string }) =>
    JSON.stringify({ ...identity, digest: digestOf(identity.mac, identity.resetId) });

  test("G30: gives the gateway the identity that it had", () => {
    expect(identityFromFile(folderWith(GOOD))).toEqual(IDENTITY);
  });

  test.each<[string, string | Uint8Array]>([
    ["is empty", ""],
    ["is full of zeros", new Uint8Array(120)],
    ["is no text", Uint8Array.of(0xff, 0xfe, 0x80, 0x00)],
    ["is no JSON", "mac: 02:00:00:12:34:56"],
    ["holds null", "null"],
    ["holds a list", `[${GOOD}]`],
    ["has no MAC address", JSON.stringify({ resetId: IDENTITY.resetId, digest: "" })],
    ["has no digest", JSON.stringify(IDENTITY)],
    ["has a MAC address in lower case", sealed({ ...IDENTITY, mac: "02:00:00:ab:cd:ef" })],
    ["has a MAC address without colons", sealed({ ...IDENTITY, mac: "020000123456" })],
    ["has a line break after the MAC address", sealed({ ...IDENTITY, mac: `${IDENTITY.mac}\n` })],
    ["has a reset id in lower case", sealed({ ...IDENTITY, resetId: IDENTITY.resetId.toLowerCase() })],
    ["has a reset id that is no UUID", sealed({ ...IDENTITY, resetId: "1" })],
  ])("gives none when it %s", (_, bytes) => {
    expect(identityFromFile(folderWith(bytes))).toBeUndefined();
  });

  test("gives none when it is not there, or is a folder", () => {
    const folder = someFolder();
    expect(identityFromFile(folder)).toBeUndefined();
    mkdirSync(join(folder, "identity.json"));
    expect(identityFromFile(folder)).toBeUndefined();
  });

  test("P2: gives the same identity or none, wherever a bit is flipped or it is cut short", () => {
    const folder = folderWith(GOOD);
    const path = join(folder, "identity.json");
    const bytes = Buffer.from(GOOD);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      const at = Math.floor(bit / 8);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
      writeFileSync(path, flipped);
      expect([undefined, IDENTITY]).toContainEqual(identityFromFile(folder));
    }
    for (let length = 0; length < bytes.length; length += 1) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(identityFromFile(folder)).toBeUndefined();
    }
  });
});
