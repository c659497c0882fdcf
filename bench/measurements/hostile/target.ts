import { type LargeHome, startHome } from "../../support/homes.ts";
import type { Bench } from "../../support/measurement.ts";
import { pairedKey } from "../../support/pairing.ts";
import { allListeners, type Listeners } from "./listeners.ts";

/**
 * A gateway or a front with every listener that it can have, a key for its commands and the group of its whole house. It is
 * not held to one core, where its loop and the thread of its store would wait for one another. The state folder is that of
 * the gateway, also behind a front.
 */
export interface Target extends LargeHome, Listeners {
  readonly port: number;
  readonly key: string;
  readonly wholeHouseId: string;
}

interface Room {
  readonly room_kind: number;
  readonly services: readonly { readonly rid: string }[];
}

const WHOLE_HOUSE = 1;

export async function startTarget(bench: Bench, lights: number): Promise<Target> {
  const { listeners, args } = await allListeners(bench);
  const home = await startHome(bench, "hostile-clients", { lights, args, onBothCores: true });
  return targetOf({ ...home, ...listeners, key: await pairedKey(home) });
}

export async function targetOf(known: Omit<Target, "port" | "wholeHouseId">): Promise<Target> {
  const rooms = await fetch(`${known.url}/clip/v2/resource/room?include_all_room=1`);
  const { data } = (await rooms.json()) as { readonly data: { readonly arr: readonly Room[] } };
  return {
    ...known,
    port: Number(new URL(known.url).port),
    wholeHouseId: data.arr.find(({ room_kind }) => room_kind === WHOLE_HOUSE)?.services[0]?.rid ?? "",
  };
}
