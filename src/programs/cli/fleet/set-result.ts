import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { devicesIn } from "../../../core/home/select.ts";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { viewOfDevice } from "../../../edges/control/views/device-view.ts";
import { describeRoom, viewOfRoom } from "../../../edges/control/views/room-view.ts";
import type { GatewayOutcome } from "../../../edges/fleet/front/fleet-commands.ts";
import type { FleetMirror } from "../../../edges/fleet/front/mirror.ts";
import type { FleetTarget } from "./set-target.ts";

/** What the fleet shows after `luxgate fleet set`, and what each gateway did. */
export type FleetSetResult = ResultOf<"set"> & { readonly outcomes: readonly OutcomeView[] };

interface OutcomeView {
  /** Its name. */
  readonly gateway: string;
  readonly outcome: GatewayOutcome["outcome"];
  /** What the gateway answered; null where it did it, or did not answer. */
  readonly why: string | null;
  /** The names of its lamps that the command did not reach, or may not have reached. */
  readonly unreached: readonly string[];
}

interface Before {
  readonly target: FleetTarget;
  readonly home: Home;
  readonly mirror: FleetMirror;
  readonly outcomes: readonly GatewayOutcome[];
}

/** Gateways whose lamps show what the command did. */
export const hasTaken = ({ outcome }: GatewayOutcome): boolean => outcome === "done" || outcome === "unable";

/** `after` is what the gateways show that took the command, and only that. */
export function setResult(after: Home, { target, home, mirror, outcomes }: Before): FleetSetResult {
  const lamps = lampsOf(target, home).map((device) => ({
    device,
    ways: new Set(mirror.waysTo("devices", device.id).map(({ id }) => id)),
  }));
  const taking = outcomes.filter(hasTaken);
  const isUnreached = ({ device, ways }: (typeof lamps)[number]): boolean => {
    return !device.online || !taking.some(({ gatewayId }) => ways.has(gatewayId));
  };
  const unreached = lamps.filter(isUnreached);
  const views = outcomes.map(({ gatewayId, outcome, why }) => ({
    gateway: mirror.members.find(({ id }) => id === gatewayId)?.name ?? gatewayId,
    outcome,
    why: why ?? null,
    unreached: unreached.filter(({ ways }) => ways.has(gatewayId)).map(({ device }) => device.name),
  }));
  if ("device" in target) {
    const device = after.devices.get(target.device.id) ?? target.device;
    return { ...viewOfDevice(after, device), confirmed: false, outcomes: views };
  }
  const room = after.rooms.get(target.room.id) ?? target.room;
  return {
    ...viewOfRoom(after, room),
    state: describeRoom(after, room),
    unreached: unreached.map(({ device }) => device.name),
    silent: [],
    confirmed: false,
    outcomes: views,
  };
}

const lampsOf = (target: FleetTarget, home: Home): readonly Device[] =>
  "device" in target ? [target.device] : devicesIn(home, target.room).filter(({ lightIds }) => lightIds.length > 0);

/** More would help nobody. */
const MOST_NAMED = 5;

/** For people. That a lamp has confirmed is known only to its gateway. */
export function fleetSetLine(now: FleetSetResult): string {
  const unreached = "unreached" in now ? now.unreached : [];
  const named = unreached.slice(0, MOST_NAMED).join(", ");
  const more = unreached.length > MOST_NAMED ? ` and ${unreached.length - MOST_NAMED} more` : "";
  return `${now.name}: ${now.state} (sent)${unreached.length === 0 ? "" : `; not reached: ${named}${more}`}`;
}
