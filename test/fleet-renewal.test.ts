import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { enrolledMembers } from "../src/edges/fleet/authority/members.ts";
import { removeKeysEntry } from "../src/edges/fleet/bucket-entries.ts";
import { backupText, restore } from "../src/programs/cli/fleet/fleet-backup.ts";
import { addMember, renewMember } from "../src/programs/cli/fleet/members.ts";
import type { OperatedFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { setUpFleet } from "../src/programs/cli/fleet/set-up-fleet.ts";
import { OperatorsFleet } from "./support/fleet/operators-fleet.ts";

let fleet: OperatorsFleet;
beforeAll(async () => {
  fleet = await OperatorsFleet.start();
});
afterAll(() => fleet.stop());

const backup = async (): Promise<string> => (await fleet.on(backupText)).text;
const restoreFrom = (text: string) => fleet.on((one) => restore(one, "backup.json", text));
const readFleet = (): string => readFileSync(join(fleet.folder.path, "fleet.json"), "utf8");
const entryOf = async (id: string) =>
  (await fleet.on(async ({ connect }) => enrolledMembers(await connect("command"), "gateway"))).find(
    (member) => member.id === id,
  );

/** A fleet whose servers cut the system's connection before the revocation. */
const cutOff = (one: OperatedFleet): OperatedFleet => ({
  ...one,
  connect: async (as, servers) => {
    const connection = await one.connect(as, servers);
    if (as === "system") await connection.close();
    return connection;
  },
});

/** Runs a command of the operator's, and kills it as soon as a file of the folder is another one. */
async function killedAtChangeOf(read: () => string, ...command: readonly string[]): Promise<void> {
  const before = read();
  const args = ["src/programs/cli/main.ts", "fleet", ...command, "--folder", fleet.folder.path];
  const env = { ...process.env, LUXGATE_NATS: fleet.servers.urls.join(",") };
  const program = spawn(process.execPath, args, { env, stdio: "ignore" });
  const exit = once(program, "exit");
  await vi.waitFor(() => expect(read()).not.toBe(before), { timeout: 60_000, interval: 1 });
  program.kill("SIGKILL");
  expect(await exit).toEqual([null, "SIGKILL"]);
}

describe("credentials that were stolen are refused once a renewal has succeeded", () => {
  test.each(["account-signing.seed", "system.creds", "gateway-signing.seed"])("first without %s", async (file) => {
    const stolen = await fleet.add(`Floor without ${file}`);
    const entry = await entryOf(stolen.id);
    await fleet.without(file, async () => {
      await expect(fleet.renew(stolen.id)).rejects.toThrow(`${file} is needed`);
    });
    expect([await entryOf(stolen.id), readFileSync(stolen.file, "utf8")]).toEqual([entry, stolen.text]);
    const renewed = await fleet.renew(stolen.id);
    expect([await fleet.takes(stolen.text), await fleet.takes(renewed.text)]).toEqual([false, true]);
    await fleet.remove(stolen.id);
    expect(await fleet.takes(renewed.text)).toBe(false);
  });

  test("first interrupted before the servers knew of it, several times", async () => {
    const stolen = await fleet.add("Floor 1");
    const made: string[] = [stolen.text];
    for (let time = 0; time < 2; time += 1) {
      await expect(fleet.on((one) => renewMember(cutOff(one), "gateway", { name: "Floor 1" }))).rejects.toThrow();
      made.push(readFileSync(stolen.file, "utf8"));
    }
    expect(new Set(made).size).toBe(3);
    const renewed = await fleet.renew("Floor 1");
    for (const text of made) expect(await fleet.takes(text)).toBe(false);
    expect(await fleet.takes(renewed.text)).toBe(true);
    expect(fleet.folder.fleet().issued?.[stolen.id]).toHaveLength(1);
  });

  test.each(["the fleet's file", "the credentials"])("first killed when it has written %s", async (file) => {
    const name = `Floor of ${file}`;
    const stolen = await fleet.add(name);
    const read = file === "the credentials" ? () => readFileSync(stolen.file, "utf8") : readFleet;
    await killedAtChangeOf(read, "renew", name);
    const half = readFileSync(stolen.file, "utf8");
    const renewed = await fleet.renew(name);
    for (const text of [stolen.text, half]) expect(await fleet.takes(text)).toBe(false);
    expect(await fleet.takes(renewed.text)).toBe(true);
  });
});

test("a removal that was killed is completed by the same command, or by a set-up", async () => {
  for (const complete of [() => fleet.remove("Floor 2"), () => fleet.on(setUpFleet)]) {
    const gone = await fleet.add("Floor 2");
    await killedAtChangeOf(readFleet, "remove", "Floor 2", "--yes");
    await complete();
    expect(await fleet.takes(gone.text)).toBe(false);
    if (await entryOf(gone.id)) await fleet.remove(gone.id);
    expect(await entryOf(gone.id)).toBeUndefined();
  }
});

test("a gateway whose removal was killed can be renewed instead, and then stays in the fleet after a restore", async () => {
  const former = await fleet.add("Floor 6");
  await killedAtChangeOf(readFleet, "remove", "Floor 6", "--yes");
  const renewed = await fleet.renew("Floor 6");
  expect([await fleet.takes(former.text), await fleet.takes(renewed.text)]).toEqual([false, true]);
  expect((await restoreFrom(await backup())).leftOut).not.toContain("Floor 6");
});

test("a gateway that was killed while it was added can be removed by its id, and so can a front", async () => {
  const [present, gone] = [await fleet.add("Floor 3"), await unenrolled("gateway")];
  const front = await unenrolled("front");
  await fleet.remove(gone.id);
  await fleet.remove(front.id, "front");
  for (const { text } of [gone, front]) expect(await fleet.takes(text)).toBe(false);
  expect(await fleet.takes(present.text)).toBe(true);
});

/** Made by a command that ended before the servers had its entry. */
async function unenrolled(role: "gateway" | "front") {
  const { id, credentials } = await fleet.on((one) => addMember(one, role, { name: "Half" }));
  await fleet.on(async ({ connect }) => {
    await removeKeysEntry(await connect("command"), `${role}.${id}`);
  });
  return { id, text: readFileSync(credentials, "utf8") };
}

test("commands that run at the same time forget none of each other's keys", async () => {
  const added = await Promise.all([1, 2, 3, 4].map((number) => fleet.add(`Together ${number}`)));
  const { issued } = fleet.folder.fleet();
  for (const { id } of added) expect(issued?.[id]).toHaveLength(1);
});

describe("after a restore of a backup from before a renewal", () => {
  test.each([
    ["", false, false],
    [" on servers that lost everything", true, false],
    [" with a folder of an earlier version", false, true],
  ])("a removal cuts the gateway off%s", async (_, areLost, isEarlier) => {
    const former = await fleet.add("Floor 4");
    const text = await backup();
    const renewed = await fleet.renew("Floor 4");
    const connected = await fleet.connectWith(renewed.text);
    if (areLost) await loseEverything();
    if (isEarlier) {
      const { issued: _issued, ...earlier } = fleet.folder.fleet();
      fleet.folder.writeFleet(earlier);
    }
    const key = fleet.folder.fleet().issued?.[former.id]?.[0] ?? (await entryOf(former.id))?.publicKey;
    await restoreFrom(text);
    expect((await entryOf(former.id))?.publicKey).toBe(key);
    expect(await fleet.takes(renewed.text)).toBe(true);
    await fleet.remove("Floor 4");
    await connected.closed();
    for (const credentials of [former, renewed]) expect(await fleet.takes(credentials.text)).toBe(false);
  });

  test("a renewal revokes what is in use", async () => {
    const former = await fleet.add("Floor 5");
    const text = await backup();
    const second = await fleet.renew("Floor 5");
    await restoreFrom(text);
    const third = await fleet.renew("Floor 5");
    for (const credentials of [former, second]) expect(await fleet.takes(credentials.text)).toBe(false);
    expect(await fleet.takes(third.text)).toBe(true);
  });
});

async function loseEverything(): Promise<void> {
  for (const server of fleet.servers.servers) {
    await server.kill();
    server.wipe();
    await server.start();
  }
  await fleet.on(setUpFleet);
}
