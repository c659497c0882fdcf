import { type Static, Type } from "typebox";
import { nothingSent } from "../../backends/nothing-sent.ts";
import type { Device } from "../../home/model/device.ts";
import type { Scene } from "../../home/model/scene.ts";
import { devicesIn } from "../../home/select.ts";
import { type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { SceneView, viewOfScene } from "../views/scene-view.ts";
import { quoted } from "../words/quoted.ts";
import { Confirmations, IN_TIME } from "./confirmations.ts";
import { giveCommand, gone } from "./give-command.ts";

/** A scene whose commands were sent to a room's lamps. */
export const ActivatedScene = Type.Object({
  ...SceneView.properties,
  /** The names of devices that no command was sent to, as they cannot be reached. */
  unreached: Type.Array(Type.String()),
  /** The names of devices that did not confirm their commands in time. */
  silent: Type.Array(Type.String()),
  /** Whether all others say themselves that they show it; false for a scene that lamps keep, as nobody knows its looks. */
  confirmed: Type.Boolean(),
});

/** The lights of a room that can be reached take a scene's colours. Who waits hears which of them did. */
export async function activateScene(
  controls: Controls,
  { id: sceneId, roomId, keptByLamps }: Scene,
  wait: boolean,
): Promise<Outcome<Static<typeof ActivatedScene>>> {
  const { home } = controls.gateway;
  const lamps = devicesIn(home, home.rooms.get(roomId)).filter(({ lightIds }) => lightIds.length > 0);
  const reached = lamps.filter((device) => isReached(device, controls));
  if (!keptByLamps && lamps.length > 0 && reached.length === 0) return noneReached(lamps, controls);
  const confirmations = new Confirmations(controls);
  const isFollowed = wait && !keptByLamps;
  const refusal = await giveCommand(
    controls,
    { kind: "sceneActivated", sceneId },
    { onSent: () => confirmations.follow(isFollowed ? reached.flatMap(({ lightIds }) => lightIds) : []) },
  );
  if (refusal) return refusal;
  const unconfirmed = await confirmations.unconfirmed();
  const after = home.scenes.get(sceneId);
  if (!after) return gone(controls);
  const silent = reached.filter(({ lightIds }) => lightIds.some((id) => unconfirmed.includes(id)));
  if (silent.length > 0 && silent.length === reached.length) {
    return refused(`The lamps were told, but none of them confirmed it ${IN_TIME}: ${namesOf(silent).join(", ")}.`);
  }
  const unreached = lamps.filter((device) => !reached.includes(device));
  return {
    result: {
      ...viewOfScene(home, after),
      unreached: namesOf(unreached),
      silent: namesOf(silent),
      confirmed: isFollowed && silent.length === 0,
    },
  };
}

const isReached = (device: Device, { backend }: Controls): boolean =>
  device.online && backend.whyUnreachable(device) === undefined;

function noneReached(lamps: readonly Device[], { backend }: Controls): Refused {
  const [unreachable] = lamps.flatMap((device) => backend.whyUnreachable(device) ?? []);
  if (unreachable !== undefined) return refused(nothingSent(unreachable));
  return refused(`None of its lamps can be reached at the moment, so nothing was changed: ${quotedNames(lamps)}.`);
}

const namesOf = (devices: readonly Device[]): string[] => devices.map(({ name }) => name);

const quotedNames = (devices: readonly Device[]): string => namesOf(devices).map(quoted).join(", ");
