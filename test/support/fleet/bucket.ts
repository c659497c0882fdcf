import { jetstreamManager } from "@nats-io/jetstream";
import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { ResourceWrite } from "../../../src/core/gateway/store.ts";
import { additions, contentsOf } from "../../../src/core/home/home.ts";
import { entryKey, entryValue } from "../../../src/edges/fleet/fleet-entry.ts";
import { entrySubject, FLEET_BUCKET, keyOfSubject, streamOf } from "../../../src/edges/fleet/subjects.ts";
import type { TestFleet } from "./test-fleet.ts";

/** What the bucket has of a gateway, by key; without what was deleted. */
export async function bucketOf({ operator }: TestFleet, gatewayId: string): Promise<ReadonlyMap<string, string>> {
  const manager = await jetstreamManager(operator);
  const subject = entrySubject(FLEET_BUCKET, `${gatewayId}.>`);
  const { state } = await manager.streams.info(streamOf(FLEET_BUCKET), { subjects_filter: subject });
  if (Object.keys(state.subjects ?? {}).length === 0) return new Map();
  const entries = new Map<string, string>();
  for await (const message of await manager.direct.getLastMessagesFor(streamOf(FLEET_BUCKET), {
    multi_last: [subject],
  })) {
    const key = keyOfSubject(FLEET_BUCKET, message.subject).slice(gatewayId.length + 1);
    if (message.header?.get("KV-Operation") !== "DEL") entries.set(key, new TextDecoder().decode(message.data));
  }
  return entries;
}

/** What a front shows of a gateway: entries of the epoch of its presence, but pictures, as texts. */
export async function shownOf(fleet: TestFleet, gatewayId: string): Promise<readonly string[]> {
  const entries = await bucketOf(fleet, gatewayId);
  const epoch = JSON.parse(entries.get("presence") ?? "{}").epoch ?? "";
  return [...entries]
    .filter(([key, value]) => key.split(".").length === 2 && value.startsWith(`{"epoch":${JSON.stringify(epoch)}`))
    .map(([key, value]) => `${key} ${value.replace(epoch, "")}`)
    .toSorted();
}

/** The same as the gateway itself has it, but for what scenes saved of their lamps: that stays at the gateway. */
export function homeOf({ home, identity }: Gateway): readonly string[] {
  const writes: ResourceWrite[] = [{ in: "identity", id: "identity", after: identity, isNew: false }];
  for (const { in: kind, after } of additions(contentsOf(home))) {
    const shown = kind === "scenes" && after ? { ...after, lamps: undefined } : after;
    if (shown) writes.push({ in: kind, id: shown.id, after: shown, isNew: false } as ResourceWrite);
  }
  return writes
    .flatMap((write) => (write.in === "keys" ? [] : [`${entryKey(write.in, write.id)} ${entryValue(write, "")}`]))
    .toSorted();
}
