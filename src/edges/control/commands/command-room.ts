import { type Static, Type } from "typebox";
import { budgetOf } from "../../../core/gateway/trail.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { describe } from "../../../core/home/changes/describe.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { devicesIn } from "../../../core/home/select.ts";
import { OPERATOR } from "../../../core/home/trail-entry.ts";
import { nothingSent } from "../../backends/nothing-sent.ts";
import { type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import {
  describeRoom,
  type RoomOutcome,
  RoomOutcomeView,
  RoomView,
  SceneView,
  viewOfRoom,
  viewOfScene,
} from "../views/room-view.ts";
import { quoted } from "../words/quoted.ts";
import { parseRoomCommand } from "../words/set-command.ts";
import { Confirmations, giveCommand, gone, IN_TIME } from "./give-command.ts";

interface RoomCommand {
  readonly room: Room | undefined;
  readonly change: Change;
  /** Whether to wait until the lamps confirm it, or have not in time. */
  readonly isFollowed: boolean;
  /** Whether it is refused where no lamp can be reached; a scene that lamps keep is sent to their group. */
  readonly needsReach: boolean;
}

/** Commands all lamps of a room that can be reached; refused where none can, or none of them confirms it. */
async function commandRoom(
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
    return refused(`The command was sent, but no lamp confirmed it ${IN_TIME}: ${namesOf(silent).join(", ")}.`);
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
      ? `All of its lamps are offline, so nothing was changed: ${quotedNames(lamps)}.`
      : nothingSent(unreachable);
  const did = describe(change, gateway.home);
  gateway.trail.noteSparingly(budgetOf(OPERATOR), { by: OPERATOR, did, devices: [], outcome: "refused", why });
  return refused(why);
}

const namesOf = (devices: readonly Device[]): string[] => devices.map(({ name }) => name);

const quotedNames = (devices: readonly Device[]): string => namesOf(devices).map(quoted).join(", ");

/** A room as it is shown now, and what became of the command to its lamps. */
export const SetRoomView = Type.Object({
  ...RoomView.properties,
  /** In a few words. */
  state: Type.String(),
  ...RoomOutcomeView.properties,
});

/** Sets all lamps of a room that can be reached, each as far as it is able. Who waits hears which of them did it. */
export async function setRoom(
  controls: Controls,
  { room, words, wait }: { readonly room: Room; readonly words: readonly string[]; readonly wait: boolean },
): Promise<Outcome<Static<typeof SetRoomView>>> {
  const { home } = controls.gateway;
  const parsed = parseRoomCommand(home, room, words);
  if ("refused" in parsed) return parsed;
  const change = { kind: "roomLightsChanged", roomId: room.id, state: parsed.desired } as const;
  const outcome = await commandRoom(controls, { room, change, isFollowed: wait, needsReach: true });
  if ("refused" in outcome) return outcome;
  const after = home.rooms.get(room.id);
  if (!after) return gone(controls);
  return { result: { ...viewOfRoom(home, after), state: describeRoom(home, after), ...outcome } };
}

/** A scene whose commands were sent to a room's lamps; of one that lamps keep, nobody knows the looks, or confirms it. */
export const ActivatedScene = Type.Object({ ...SceneView.properties, ...RoomOutcomeView.properties });

/** The lights of a room that can be reached take a scene's colours. Who waits hears which of them did. */
export async function activateScene(
  controls: Controls,
  { id: sceneId, roomId, keptByLamps }: Scene,
  wait: boolean,
): Promise<Outcome<Static<typeof ActivatedScene>>> {
  const { home } = controls.gateway;
  const outcome = await commandRoom(controls, {
    room: home.rooms.get(roomId),
    change: { kind: "sceneActivated", sceneId },
    isFollowed: wait && !keptByLamps,
    needsReach: !keptByLamps,
  });
  if ("refused" in outcome) return outcome;
  const after = home.scenes.get(sceneId);
  return after ? { result: { ...viewOfScene(home, after), ...outcome } } : gone(controls);
}
