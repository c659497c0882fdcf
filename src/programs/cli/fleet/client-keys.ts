import { randomUUID } from "node:crypto";
import type { NatsConnection } from "@nats-io/transport-node";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { PAIRING_WINDOW_MILLIS } from "../../../core/home/pairing-window.ts";
import { type KeyView, viewOfKey } from "../../../edges/control/views/access-view.ts";
import { entriesOf, putKeysEntry, removeKeysEntry, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import { keyEntryKey, PRESS_KEY } from "../../../edges/fleet/front/fleet-keys.ts";
import { keysEntryFrom } from "../../../edges/fleet/keys-entries.ts";
import { KEYS_BUCKET } from "../../../edges/fleet/subjects.ts";
import { hashOfSecret, newSecret } from "../../../edges/http/secrets.ts";
import { AccessKeyShape } from "../../../edges/store/sqlite/shapes.ts";
import { counted } from "../../../shared/counted.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** Fewer characters of an id are soon those of another. */
const FEWEST_OF_ID = 4;

/** Of keys that all fit. */
const MOST_NAMED = 5;
const SHOWN_OF_ID = 8;

/** Lets one client pair at a front. The servers forget it in time, whatever the clocks of fronts say. */
export async function press({ connect }: OperatedFleet): Promise<{ readonly pairingMillis: number }> {
  const connection = await connect("command");
  const endsAt = new Date((await serverTime(connection)).getTime() + PAIRING_WINDOW_MILLIS).toISOString();
  await putKeysEntry(connection, PRESS_KEY, { value: { endsAt }, ttl: `${PAIRING_WINDOW_MILLIS / 1000}s` });
  return { pairingMillis: PAIRING_WINDOW_MILLIS };
}

/** The newest last. */
export const clientKeys = async ({ connect }: OperatedFleet): Promise<readonly KeyView[]> =>
  (await storedKeys(await connect("command"))).map(viewOfKey);

/** A key for a client that cannot pair. Only its digest is stored: it cannot be shown again. */
export async function addClientKey(
  { connect }: Pick<OperatedFleet, "connect">,
  name: string,
): Promise<{ readonly id: string; readonly name: string; readonly key: string }> {
  const key = newSecret();
  const id = randomUUID().toUpperCase();
  const stored: AccessKey = {
    id: idFrom(id),
    name,
    hash: hashOfSecret(key),
    madeAt: new Date().toISOString(),
    lastUsedAt: null,
  };
  await putKeysEntry(await connect("command"), keyEntryKey(id), { value: stored });
  return { id, name, key };
}

/** Every front that follows the fleet refuses the key then. The folder has its id first, for restores of older backups. */
export async function revokeClientKey(
  { connect, folder }: Pick<OperatedFleet, "connect" | "folder">,
  words: string,
): Promise<KeyView> {
  const connection = await connect("command");
  const key = found(await storedKeys(connection), words);
  await folder.change((now) => ({ ...now, revokedKeys: [...new Set([...(now.revokedKeys ?? []), key.id])] }));
  await removeKeysEntry(connection, keyEntryKey(key.id));
  return viewOfKey(key);
}

async function storedKeys(connection: NatsConnection): Promise<readonly AccessKey[]> {
  const entries = await entriesOf(connection, KEYS_BUCKET, keyEntryKey("*"));
  return entries
    .flatMap(({ text }) => {
      const key = keysEntryFrom(AccessKeyShape, text);
      return key ? [{ ...key, id: idFrom<AccessKey["id"]>(key.id) }] : [];
    })
    .toSorted((one, other) => one.madeAt.localeCompare(other.madeAt));
}

/** By id, by how its id begins, or by the client's name. */
function found(keys: readonly AccessKey[], words: string): AccessKey {
  const id = words.trim().toUpperCase();
  const begins = (key: AccessKey) => id.length >= FEWEST_OF_ID && key.id.startsWith(id);
  const [first, ...more] = keys.filter((key) => begins(key) || key.name === words);
  if (!first) throw new CommandFault([`No key matches "${words}". List them with: luxgate fleet keys`]);
  if (more.length === 0) return first;
  const ids = [first, ...more].slice(0, MOST_NAMED).map((key) => key.id.slice(0, SHOWN_OF_ID));
  const others = more.length < MOST_NAMED ? "" : ", …";
  throw new CommandFault([
    `"${words}" matches ${counted(more.length + 1, "key")}. Give the beginning of an id: ${ids.join(", ")}${others}`,
  ]);
}
