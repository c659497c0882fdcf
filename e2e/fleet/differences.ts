import { setTimeout as pause } from "node:timers/promises";
import type { FleetLab } from "./fleet-lab.ts";
import type { Served } from "./served.ts";

const KINDS = ["device", "light", "sync", "room", "scene"] as const;

/** What the fleet itself has: the device that is its front. */
const OWN_NAME = "Grand Hotel";

/** For how long it is looked whether fronts come to what gateways have. */
const MOST_MILLIS = 60_000;

/** Where a front shows something else than the gateways have: missing, another one, or a ghost. */
async function differences(front: Served, { gateways }: FleetLab): Promise<readonly string[]> {
  const ofKinds = KINDS.map(async (kind) => {
    const known = new Map<string, Served>();
    for (const gateway of gateways) for (const { id } of await gateway.list(kind)) known.set(id, gateway);
    const others = [...known].map(([id, gateway]) => difference(front, gateway, `${kind}/${id}`));
    const ghosts = (await front.list(kind)).filter(({ id, name }) => !known.has(id) && name !== OWN_NAME);
    return [
      ...(await Promise.all(others)).flat(),
      ...ghosts.map(({ id, name }) => `${front.name} has a ghost: ${kind} ${id} ${name}`),
    ];
  });
  return (await Promise.all(ofKinds)).flat();
}

async function difference(front: Served, gateway: Served, path: string): Promise<readonly string[]> {
  const [own, shown] = await Promise.all([gateway.text(path), front.text(path)]);
  return own === shown ? [] : [`${front.name} ${path} of ${gateway.name}: ${shown} instead of ${own}`];
}

/** Waits until every front shows what the gateways have; gives when that was, or what is still another. */
export async function untilSame(
  lab: FleetLab,
): Promise<{ readonly atMillis: number; readonly left: readonly string[] }> {
  const endsAt = performance.now() + MOST_MILLIS;
  for (;;) {
    const left = (await Promise.all(lab.fronts.map((front) => differences(front, lab)))).flat();
    const atMillis = performance.now();
    if (left.length === 0 || atMillis > endsAt) return { atMillis, left };
    await pause(100);
  }
}
