import { askAgreed } from "../../gateway/agreed-command.ts";
import type { Change } from "../../home/changes/change.ts";
import type { DeviceId, RoomId, SceneId } from "../../home/model/ids.ts";
import { OPERATOR } from "../../home/trail-entry.ts";
import { type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { type DeviceView, viewOfDevice } from "../views/device-view.ts";
import { type RoomView, viewOfRoom } from "../views/room-view.ts";
import { type SceneView, viewOfScene } from "../views/scene-view.ts";
import { refusalOf } from "../words/refusal.ts";

/** What a command of an operator goes to. */
type CommandTargets = Pick<Controls, "gateway" | "backend">;

interface CommandOptions {
  /** Also where a device does not answer. */
  readonly isForced?: boolean;
  /** Called once the commands are sent to devices, before the change is stored. */
  readonly onSent?: () => void;
}

/**
 * Gives a command: those behind the gateway do their part first, then the home changes. Undefined once the change would
 * survive a loss of power; what those behind refuse is refused, and the home stays as it is.
 */
export async function giveCommand(
  { gateway, backend }: CommandTargets,
  change: Change,
  { isForced = false, onSent }: CommandOptions = {},
): Promise<Refused | undefined> {
  const outcome = await askAgreed({ gateway, backend }, { change, by: OPERATOR, isForced, onSent });
  if (outcome === "done") return undefined;
  return typeof outcome === "object" ? refused(outcome.refused) : refusalOf(outcome, gateway);
}

/** A device once the command is done. */
export async function deviceAfter(
  controls: CommandTargets,
  deviceId: DeviceId,
  change: Change,
): Promise<Outcome<DeviceView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const device = home.devices.get(deviceId);
  return refusal ?? (device ? { result: viewOfDevice(home, device) } : gone(controls));
}

export async function roomAfter(controls: CommandTargets, roomId: RoomId, change: Change): Promise<Outcome<RoomView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const room = home.rooms.get(roomId);
  return refusal ?? (room ? { result: viewOfRoom(home, room) } : gone(controls));
}

export async function sceneAfter(
  controls: CommandTargets,
  sceneId: SceneId,
  change: Change,
): Promise<Outcome<SceneView>> {
  const { home } = controls.gateway;
  const refusal = await giveCommand(controls, change);
  const scene = home.scenes.get(sceneId);
  return refusal ?? (scene ? { result: viewOfScene(home, scene) } : gone(controls));
}

export const gone = ({ gateway }: CommandTargets): Refused => refusalOf("not-found", gateway);
