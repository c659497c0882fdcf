import { nothingSent } from "../../backends/nothing-sent.ts";
import { budgetOf } from "../../gateway/trail.ts";
import type { Change } from "../../home/changes/change.ts";
import { describe } from "../../home/changes/describe.ts";
import type { Device } from "../../home/model/device.ts";
import type { Room } from "../../home/model/room.ts";
import { devicesIn } from "../../home/select.ts";
import { OPERATOR } from "../../home/trail-entry.ts";
import { type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import type { RoomOutcome } from "../views/room-view.ts";
import { quoted } from "../words/quoted.ts";
import { Confirmations, IN_TIME } from "./confirmations.ts";
import { giveCommand } from "./give-command.ts";

interface RoomCommand {
  readonly room: Room | undefined;
  readonly change: Change;
  /** Whether to wait until the lamps confirm it, or have not in time. */
  readonly isFollowed: boolean;
  /** Whether it is refused where no lamp can be reached; a scene that lamps keep is sent to their group. */
  readonly needsReach: boolean;
}

/** Commands all lamps of a room that can be reached; refused where none can, or none of them confirms it. */
export async function commandRoom(
  controls: Controls,
  { room, change, isFollowed, needsReach }: RoomCommand,
): Promise<RoomOutcome | Refused> {
  const lamps = devicesIn(controls.gateway.home, room).filter(({ lightIds }) => lightIds.length > 0);
  const reached = lamps.filter((device) => isReached(device, controls));
  if (needsReach && lamps.length > 0 && reached.length === 0) return refuse(controls, change, lamps);
  const confirmations = new Confirmations(controls);
  const lightIds = isFollowed ? reached.flatMap((device) => device.lightIds) : [];
  const refusal = await giveCommand(controls, change, { onSent: () => confirmations.follow(lightIds) });
  if (refusal) return refusal;
  const unconfirmed = new Set(await confirmations.unconfirmed());
  const areReached = new Set(reached);
  const silent = reached.filter((device) => device.lightIds.some((id) => unconfirmed.has(id)));
  if (silent.length > 0 && silent.length === reached.length) {
    return refused(`The lamps were told, but none of them confirmed it ${IN_TIME}: ${namesOf(silent).join(", ")}.`);
  }
  return {
    unreached: namesOf(lamps.filter((device) => !areReached.has(device))),
    silent: namesOf(silent),
    confirmed: isFollowed && silent.length === 0,
  };
}

const isReached = (device: Device, { backend }: Controls): boolean =>
  device.online && backend.whyUnreachable(device) === undefined;

function refuse({ gateway, backend }: Controls, change: Change, lamps: readonly Device[]): Refused {
  const [unreachable] = lamps.flatMap((device) => backend.whyUnreachable(device) ?? []);
  const why =
    unreachable === undefined
      ? `None of its lamps can be reached at the moment, so nothing was changed: ${quotedNames(lamps)}.`
      : nothingSent(unreachable);
  const did = describe(change, gateway.home);
  gateway.trail.noteSparingly(budgetOf(OPERATOR), { by: OPERATOR, did, devices: [], outcome: "refused", why });
  return refused(why);
}

const namesOf = (devices: readonly Device[]): string[] => devices.map(({ name }) => name);

const quotedNames = (devices: readonly Device[]): string => namesOf(devices).map(quoted).join(", ");
