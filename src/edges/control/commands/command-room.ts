import { type Static, Type } from "typebox";
import { budgetOf } from "../../../core/gateway/trail.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { describe } from "../../../core/home/changes/describe.ts";
import { isDimming } from "../../../core/home/dimming.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { canBeDimmed, devicesIn, isAnyDeviceIn, isInScene } from "../../../core/home/select.ts";
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
  /** Which of its devices the command is for: all that have lamps, unless a scene saved others. */
  readonly isMeant: (device: Device) => boolean;
  /** Whether to wait until the lamps confirm it, or have not in time. */
  readonly isFollowed: boolean;
  /** Whether it is refused where no lamp can be reached; a scene that lamps keep is sent to their group. */
  readonly needsReach: boolean;
}

/** Commands all lamps of a room that can be reached; refused where none can, or none of them confirms it. */
async function commandRoom(
  controls: Controls,
  { room, change, isMeant, isFollowed, needsReach }: RoomCommand,
): Promise<RoomOutcome | Refused> {
  const lamps = devicesIn(controls.gateway.home, room).filter(isMeant);
  const [reached, unreached] = divided(lamps, (device) => isReached(device, controls));
  if (needsReach && lamps.length > 0 && reached.length === 0) {
    return refuse(controls, change, noneReached(controls, lamps));
  }
  const confirmations = new Confirmations(controls);
  const lightIds = isFollowed ? reached.flatMap((device) => device.lightIds) : [];
  const refusal = await giveCommand(controls, change, { onSent: () => confirmations.follow(lightIds) });
  if (refusal) return refusal;
  const unconfirmed = new Set(await confirmations.unconfirmed());
  const silent =
    unconfirmed.size === 0 ? [] : reached.filter((device) => device.lightIds.some((id) => unconfirmed.has(id)));
  if (silent.length > 0 && silent.length === reached.length) {
    return refused(`The command was sent, but no lamp confirmed it ${IN_TIME}: ${namesOf(silent).join(", ")}.`);
  }
  return {
    unreached: namesOf(unreached),
    silent: namesOf(silent),
    confirmed: isFollowed && silent.length === 0,
  };
}

/** Those that are, and those that are not. */
function divided(devices: readonly Device[], is: (device: Device) => boolean): readonly [Device[], Device[]] {
  const [those, others]: [Device[], Device[]] = [[], []];
  for (const device of devices) (is(device) ? those : others).push(device);
  return [those, others];
}

const isReached = (device: Device, { backend }: Controls): boolean =>
  device.online && backend.whyUnreachable(device) === undefined;

function noneReached({ backend }: Controls, lamps: readonly Device[]): string {
  const [unreachable] = lamps.flatMap((device) => backend.whyUnreachable(device) ?? []);
  return unreachable === undefined
    ? `All of its lamps are offline, so nothing was changed: ${quotedNames(lamps)}.`
    : nothingSent(unreachable);
}

const isAnyReachable = (home: Home, room: Room): boolean =>
  isAnyDeviceIn(home, room, ({ lightIds, online }) => lightIds.length > 0 && online);

/** A brightness alone dims lamps that are on; with the word "on" it is for all. */
const noneLit = ({ name }: Room, words: readonly string[]): string =>
  `No lamp of ${quoted(name)} that can be dimmed is on, so nothing was changed. Turn them on too: luxgate set ${quoted(name)} on ${words.map(typed).join(" ")}`;

/** A word as a person has to type it. */
const typed = (word: string): string => (/^[\w%]+$/.test(word) ? word : quoted(word));

function refuse({ gateway, by }: Controls, change: Change, why: string): Refused {
  const did = describe(change, gateway.home);
  gateway.trail.noteSparingly(budgetOf(by), { by, did, devices: [], outcome: "refused", why });
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
  if (isDimming(parsed.desired) && isAnyReachable(home, room) && !canBeDimmed(home, room)) {
    return refuse(controls, change, noneLit(room, words));
  }
  const isMeant = ({ lightIds }: Device) => lightIds.length > 0;
  const outcome = await commandRoom(controls, { room, change, isMeant, isFollowed: wait, needsReach: true });
  if ("refused" in outcome) return outcome;
  const after = home.rooms.get(room.id);
  if (!after) return gone(controls);
  const view = viewOfRoom(home, after);
  return { result: { ...view, state: describeRoom(home, after, view), ...outcome } };
}

/** A scene whose commands were sent to a room's lamps; of one that lamps keep, nobody knows the looks, or confirms it. */
export const ActivatedScene = Type.Object({ ...SceneView.properties, ...RoomOutcomeView.properties });

/** The lights of a room that can be reached take a scene's colours, or what was saved of each. Who waits hears which of them did. */
export async function activateScene(
  controls: Controls,
  scene: Scene,
  wait: boolean,
): Promise<Outcome<Static<typeof ActivatedScene>>> {
  const { home } = controls.gateway;
  const { id: sceneId, roomId, keptByLamps } = scene;
  const outcome = await commandRoom(controls, {
    room: home.rooms.get(roomId),
    change: { kind: "sceneActivated", sceneId },
    isMeant: (device) => isInScene(scene, device),
    isFollowed: wait && !keptByLamps,
    needsReach: !keptByLamps,
  });
  if ("refused" in outcome) return outcome;
  const after = home.scenes.get(sceneId);
  return after ? { result: { ...viewOfScene(home, after), ...outcome } } : gone(controls);
}
