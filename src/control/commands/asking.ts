import type { Change } from "../../home/change.ts";
import type { DeviceId, RoomId, SceneId } from "../../home/ids.ts";
import { type Outcome, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { type DeviceView, viewOfDevice } from "../views/device-view.ts";
import { type RoomView, viewOfRoom } from "../views/room-view.ts";
import { type SceneView, viewOfScene } from "../views/scene-view.ts";
import { refusalOf } from "../words/outcome-words.ts";

type Asked = Pick<Controls, "gateway" | "backend">;

/** Asks for one thing after the other, as long as each is done; for none when the back end objects to one of them. */
export async function askFor({ gateway, backend }: Asked, ...changes: readonly Change[]): Promise<Refused | undefined> {
  const objections = changes.flatMap((change) => backend.objectionTo(change) ?? []);
  if (objections.length > 0) return refused(...objections);
  for (const change of changes) {
    const outcome = await gateway.ask(change);
    if (outcome !== "done") return refusalOf(outcome, gateway);
  }
  return undefined;
}

/** A device once everything that was asked for is done. */
export async function deviceAfter(
  controls: Asked,
  deviceId: DeviceId,
  ...changes: readonly Change[]
): Promise<Outcome<DeviceView>> {
  const { home } = controls.gateway;
  const refusal = await askFor(controls, ...changes);
  const device = home.devices.get(deviceId);
  return refusal ?? (device ? { result: viewOfDevice(home, device) } : gone(controls));
}

export async function roomAfter(controls: Asked, roomId: RoomId, change: Change): Promise<Outcome<RoomView>> {
  const { home } = controls.gateway;
  const refusal = await askFor(controls, change);
  const room = home.rooms.get(roomId);
  return refusal ?? (room ? { result: viewOfRoom(home, room) } : gone(controls));
}

export async function sceneAfter(controls: Asked, sceneId: SceneId, change: Change): Promise<Outcome<SceneView>> {
  const { home } = controls.gateway;
  const refusal = await askFor(controls, change);
  const scene = home.scenes.get(sceneId);
  return refusal ?? (scene ? { result: viewOfScene(home, scene) } : gone(controls));
}

const gone = ({ gateway }: Asked): Refused => refusalOf("not-found", gateway);
