import { jetstream } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeKeysEntry } from "../src/edges/fleet/bucket-entries.ts";
import { entrySubject, FLEET_BUCKET } from "../src/edges/fleet/subjects.ts";
import { addClientKey, clientKeys, revokeClientKey } from "../src/programs/cli/fleet/client-keys.ts";
import { backupText, restore } from "../src/programs/cli/fleet/fleet-backup.ts";
import { setUpFleet } from "../src/programs/cli/fleet/set-up-fleet.ts";
import { OperatorsFleet } from "./support/fleet/operators-fleet.ts";

let fleet: OperatorsFleet;
beforeAll(async () => {
  fleet = await OperatorsFleet.start();
});
afterAll(() => fleet.stop());

/** The same id with another last letter. */
const mistyped = (id: string): string => id.slice(0, -1) + (id.endsWith("a") ? "b" : "a");

test("an id that is mistyped removes nothing, and the nearest one is named", async () => {
  const lobby = await fleet.add("Lobby");
  await expect(fleet.remove(mistyped(lobby.id))).rejects.toThrow(`did you mean "${lobby.id}" (Lobby)?`);
  await expect(fleet.remove("gaaaaaaaaaaaa")).rejects.toThrow("luxgate fleet gateways");
  expect(fleet.folder.fleet().removed ?? []).toEqual([]);
  expect(await fleet.takes(lobby.text)).toBe(true);
});

test("a gateway that was removed can be removed again, and so can what is left of one that nobody knows", async () => {
  const gone = await fleet.add("Floor 1");
  await fleet.remove("Floor 1");
  await expect(fleet.remove(gone.id)).resolves.toHaveProperty("entries");
  const unknown = "gbbbbbbbbbbbb";
  await fleet.on(async ({ connect }) =>
    jetstream(await connect("command")).publish(entrySubject(FLEET_BUCKET, `${unknown}.lights.L1`), "{}"),
  );
  expect(await fleet.remove(unknown)).toEqual({ entries: 1 });
});

test("clients' keys that were revoked stay revoked after a restore of an older backup, and others come back", async () => {
  const add = (name: string) => fleet.on((one) => addClientKey(one, name));
  const [stolen, atFront, stays] = [await add("stolen-phone"), await add("old panel"), await add("acme#panel")];
  const { text } = await fleet.on(backupText);
  const restored = () => fleet.on((one) => restore(one, "backup.json", text));
  const names = async () => (await fleet.on(clientKeys)).map(({ name }) => name).toSorted();
  await fleet.on((one) => revokeClientKey(one, stolen.id));
  await fleet.on(async ({ connect }) => removeKeysEntry(await connect("command"), `key.${atFront.id}`));
  expect((await restored()).leftOut.toSorted()).toEqual(["old panel", "stolen-phone"]);
  expect(await names()).toEqual([stays.name]);

  for (const server of fleet.servers.servers) {
    await server.kill();
    server.wipe();
    await server.start();
  }
  await fleet.on(setUpFleet);
  expect((await restored()).leftOut).toEqual(["stolen-phone"]);
  expect(await names()).toEqual([stays.name, "old panel"]);
});
