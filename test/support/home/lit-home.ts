import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import { type Id, idFrom, type SceneId } from "../../../src/core/home/model/ids.ts";
import type { Light, LightState } from "../../../src/core/home/model/light.ts";
import { aDevice, aLight, aRoom, aScene } from "./builders.ts";
import { gatewayOf } from "./empty-gateway.ts";
import { FOUNDED } from "./founded-home.ts";

/** The id of what a test calls by one hexadecimal digit. */
export const idAt = <SomeId extends Id<string>>(digit: string): SomeId =>
  idFrom(`${digit.repeat(8)}-0000-4000-8000-000000000000`);

export const lounge = aRoom({ id: idAt("a"), name: "Lounge" });
export const study = aRoom({ id: idAt("b"), name: "Study" });

export const lampJoined = (digit: string, light: Partial<Light> = {}, device: Partial<Device> = {}): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: idAt(digit), lightIds: [idAt(digit)], ...device }),
  lights: [aLight({ ...light, id: idAt(digit), deviceId: idAt(digit) })],
  syncBox: null,
});

/** A gateway with a lounge, a study, and lamps that a test puts there; a lamp has its device's digit. */
export class LitHome {
  readonly gateway: Gateway = gatewayOf(FOUNDED);

  constructor() {
    this.make({ kind: "roomAdded", room: lounge }, { kind: "roomAdded", room: study });
  }

  /** Every one of these must be possible. */
  make(...changes: readonly Change[]): void {
    for (const change of changes) {
      const outcome = this.gateway.submit(change);
      if (outcome !== "done") throw new Error(`${change.kind} is ${outcome}`);
    }
  }

  lamp(digit: string, { room = lounge, ...fields }: Partial<Light> & { room?: typeof lounge | null } = {}): void {
    this.make(lampJoined(digit, fields), { kind: "deviceMoved", deviceId: idAt(digit), roomId: room?.id ?? null });
  }

  scene(digit: string, fields: Parameters<typeof aScene>[0] = {}): void {
    this.make({ kind: "sceneAdded", scene: aScene({ roomId: lounge.id, ...fields, id: idAt(digit) }) });
  }

  activate(digit: string): void {
    this.make({ kind: "sceneActivated", sceneId: idAt<SceneId>(digit) });
  }

  set(digit: string, state: Partial<LightState>): void {
    this.make({ kind: "lightChanged", lightId: idAt(digit), state });
  }

  light(digit: string): Light | undefined {
    return this.gateway.home.lights.get(idAt(digit));
  }

  /** The digits of the scenes that are active. */
  get active(): readonly string[] {
    const scenes = this.gateway.home.scenes.all().filter(({ active }) => active);
    return scenes.map(({ id }) => id.charAt(0).toLowerCase());
  }
}
