import type { Device } from "../../../core/home/model/device.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { quotedName } from "../../../core/home/model/name.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import { counted } from "../../../shared/counted.ts";
import { type FleetProblem, nameOf } from "./fleet-problem.ts";
import type { FleetMirror } from "./mirror.ts";
import type { Held } from "./mirrored-entries.ts";

/** Resources of several gateways under one id. */
type Collision = readonly [Held, Held, ...Held[]];

/** More would help nobody. */
const MOST_NAMED = 5;

const NOUNS: Readonly<Record<Held["kind"], string>> = {
  devices: "device",
  lights: "light",
  syncBoxes: "sync box",
  rooms: "room",
  scenes: "scene",
};

/**
 * Gateways that have the same ids for different things: the fleet shows each of these once. One problem for the same
 * gateways, however much it is. Gateways that share a Zigbee network have its lamps, rooms and scenes in common: that is
 * no problem.
 */
export function collisionProblems(mirror: FleetMirror): readonly FleetProblem[] {
  const all = mirror.collisions().filter(isCollision);
  const shared = new Set(all.filter(isOneZigbeeDevice).map(([first]) => idOf(first)));
  const sharers = new Set(all.filter(isOneZigbeeDevice).map(gatewaysOf));
  const others = all.filter((collision) => !isOneZigbeeDevice(collision) && !isShared(collision, { shared, sharers }));
  const named = new Set(others.map(([first]) => idOf(first)));
  const groups = Map.groupBy(
    others.filter(([{ kind, resource }]) => !named.has(ownerOf(kind, resource))),
    gatewaysOf,
  );
  return [...groups.values()].map(problemOf);
}

const idOf = ({ resource }: Held): string => resource.id;

const isCollision = (held: readonly Held[]): held is Collision => held.length > 1;

const gatewaysOf = (collision: Collision): string => collision.map(({ member }) => member.id).join(" ");

/** Simulated lamps have addresses, too, and share no network with those of another gateway. */
const isOneZigbeeDevice = ([first, ...others]: Collision): boolean =>
  first.kind === "devices" &&
  [first, ...others].every(({ member }) => member.presence?.simulated !== true) &&
  addressOf(first.resource) !== undefined &&
  others.every((other) => addressOf(other.resource) === addressOf(first.resource));

const addressOf = (resource: Held["resource"]): string | undefined => (resource as Device).zigbee?.ieeeAddress;

/** Whether something belongs to a device, or to a Zigbee network, that the gateways share. */
function isShared(
  collision: Collision,
  { shared, sharers }: { readonly shared: ReadonlySet<string>; readonly sharers: ReadonlySet<string> },
): boolean {
  const [{ kind, resource }] = collision;
  if (kind === "lights" || kind === "syncBoxes") return shared.has(ownerOf(kind, resource));
  return kind !== "devices" && sharers.has(gatewaysOf(collision));
}

/** The device of a light, or the room of a scene: where that collides, it is named for all of them. */
function ownerOf(kind: Held["kind"], resource: Held["resource"]): string {
  if (kind === "scenes") return (resource as Pick<Scene, "roomId">).roomId;
  return kind === "lights" || kind === "syncBoxes" ? (resource as Light | SyncBox).deviceId : "";
}

function problemOf(collisions: readonly Collision[]): FleetProblem {
  const held = collisions.map(([first]) => first);
  const counts = [...Map.groupBy(held, ({ kind }) => kind)].map(([kind, some]) => counted(some.length, NOUNS[kind]));
  const names = held.slice(0, MOST_NAMED).map(({ resource }) => quotedName(resource.name));
  const more = held.length > MOST_NAMED ? ` and ${held.length - MOST_NAMED} more` : "";
  const description = `same ids for ${counts.join(", ")}: ${names.join(", ")}${more}. The fleet shows each of them once`;
  const gateways = collisions[0]?.map(({ member }) => nameOf(member)) ?? [];
  return { kind: "collision", gateways, description, sinceMillis: undefined };
}
