import { afterAll, beforeAll, expect, test } from "vitest";
import { accountSignersIn, newSignerSeed, publicKeyOf } from "../src/edges/fleet/authority/authority.ts";
import type { OperatedFleet } from "../src/programs/cli/fleet/operated-fleet.ts";
import { endFormerAccountKeys, endFormerKeys, rotateAccounts, rotateRole } from "../src/programs/cli/fleet/rotate.ts";
import { setUpFleet } from "../src/programs/cli/fleet/set-up-fleet.ts";
import { OperatorsFleet } from "./support/fleet/operators-fleet.ts";

let fleet: OperatorsFleet;
beforeAll(async () => {
  fleet = await OperatorsFleet.start();
});
afterAll(() => fleet.stop());

const rotate = (role: "gateway" | "command" | "system" = "gateway") => fleet.on((one) => rotateRole(one, role));
const endFormer = (role: "gateway" | "command" | "system" = "gateway") => fleet.on((one) => endFormerKeys(one, role));

test("credentials stay valid, however often the key that signs them is replaced, until its former keys are ended", async () => {
  const first = await fleet.add("Floor 1");
  await rotate();
  const second = await fleet.add("Floor 2");
  const connected = await fleet.connectWith(first.text);
  await rotate();
  await rotate();
  await connected.flush();
  const newest = await fleet.add("Floor 3");
  const takes = () => Promise.all([first, second, newest].map(({ text }) => fleet.takes(text)));
  expect(await takes()).toEqual([true, true, true]);
  await endFormer();
  expect(await takes()).toEqual([false, false, true]);
});

test("beyond sixteen keys none is made, and the folder stays readable", async () => {
  const { authority, ...file } = fleet.folder.fleet();
  const { signers } = authority;
  const full = Array.from({ length: 16 }, () => publicKeyOf(newSignerSeed()));
  fleet.folder.writeFleet({ ...file, authority: { ...authority, signers: { ...signers, front: full } } });
  await expect(fleet.on((one) => rotateRole(one, "front"))).rejects.toThrow("luxgate fleet rotate front --end-old");
  fleet.folder.writeFleet({ ...file, authority });
});

test.each(["gateway", "system"] as const)(
  "a rotation of the %s key that was interrupted cannot end the key that is in use, and can be repeated",
  async (role) => {
    const stays = await fleet.add(`Floor of ${role}`);
    const { authority, ...file } = fleet.folder.fleet();
    const { signers } = authority;
    const keys = [...signers[role], publicKeyOf(newSignerSeed())];
    fleet.folder.writeFleet({ ...file, authority: { ...authority, signers: { ...signers, [role]: keys } } });
    await expect(endFormer(role)).rejects.toThrow(`luxgate fleet rotate ${role}`);
    await rotate(role);
    expect(await fleet.takes(stays.text)).toBe(true);
    await endFormer(role);
    expect(fleet.folder.fleet().authority.signers[role]).toHaveLength(1);
    expect(await fleet.takes(stays.text)).toBe(role !== "gateway");
  },
);

test("system.creds are valid wherever a rotation of their key is interrupted", async () => {
  const before = fleet.folder.credentials("system");
  const interrupted = fleet.on((one) => {
    const connect: OperatedFleet["connect"] = async (as) => {
      const connection = await one.connect(as);
      await connection.close();
      return connection;
    };
    return rotateRole({ ...one, connect }, "system");
  });
  await expect(interrupted).rejects.toThrow();
  expect(fleet.folder.credentials("system")).toBe(before);
  expect(await fleet.on(setUpFleet)).toMatchObject({ accounts: "published" });
  await rotate("system");
  expect(await fleet.takes(fleet.folder.credentials("system"))).toBe(true);
});

test("the accounts' former keys stay valid, however often that key is replaced, until they are ended", async () => {
  const stays = await fleet.add("Floor 5");
  await fleet.on(rotateAccounts);
  await fleet.on(rotateAccounts);
  expect(accountSignersIn(fleet.folder.fleet().authority)).toHaveLength(3);
  await fleet.servers.restartWith(`${fleet.folder.path}/servers/one-node/fleet.conf`);
  expect(await fleet.takes(stays.text)).toBe(true);
  await fleet.on(setUpFleet);
  await fleet.on(endFormerAccountKeys);
  await fleet.servers.restartWith(`${fleet.folder.path}/servers/one-node/fleet.conf`);
  expect(await fleet.takes(stays.text)).toBe(true);
});
