import type { AccessKey } from "../model/access-key.ts";
import type { HomeContents } from "../model/contents.ts";
import type { Device } from "../model/device.ts";
import type { AccessKeyId, DeviceId, LightId, RoomId, SceneId, SyncBoxId } from "../model/ids.ts";
import type { Fade, Light, LightState } from "../model/light.ts";
import type { ResourceKind, ResourceKinds } from "../model/resource-kinds.ts";
import type { Room } from "../model/room.ts";
import type { SavedLamp, Scene } from "../model/scene.ts";
import type { SyncBox, SyncBoxState } from "../model/sync-box.ts";

/** A room, or none, and whether a person placed the device there; unchanged when not given. */
export interface Place {
  readonly roomId: RoomId | null;
  readonly byHand?: boolean;
}

type DeviceRenamed = { readonly kind: "deviceRenamed"; readonly deviceId: DeviceId; readonly name: string };
type DeviceMoved = { readonly kind: "deviceMoved"; readonly deviceId: DeviceId } & Place;

/** What can be done to many devices in one change. */
export type DeviceEdit = DeviceRenamed | DeviceMoved;

/** A resource as another gateway has it; undefined when it is gone there. */
export type MirroredResource = {
  [Kind in ResourceKind]: {
    readonly in: Kind;
    readonly id: ResourceKinds[Kind]["id"];
    readonly after: ResourceKinds[Kind] | undefined;
  };
}[ResourceKind];

/** Everything that can happen to a home. */
export type Change =
  | {
      readonly kind: "deviceJoined";
      readonly device: Device;
      readonly lights: readonly Light[];
      readonly syncBox: SyncBox | null;
    }
  | {
      /** A new description of a device; the present state of the device and its lights is no part of it. */
      readonly kind: "deviceDescribed";
      readonly device: Device;
      readonly lights: readonly Light[];
    }
  /** Shown at once, and stored with the next other change of the device. */
  | { readonly kind: "deviceLinkQualityReported"; readonly deviceId: DeviceId; readonly linkQuality: number }
  | {
      readonly kind: "deviceAdmitted";
      readonly deviceId: DeviceId;
      /** The new name; unchanged when not given. */
      readonly name?: string;
      /** The new place; unchanged when not given. */
      readonly place?: Place;
    }
  | DeviceRenamed
  | { readonly kind: "deviceReached"; readonly deviceId: DeviceId; readonly online: boolean }
  | { readonly kind: "deviceUpdateFound"; readonly deviceId: DeviceId; readonly newVersion: string }
  | { readonly kind: "deviceUpdated"; readonly deviceId: DeviceId; readonly softwareVersion: string }
  | DeviceMoved
  /** Edits of devices, each of them renamed once and moved once at most: all of it or none. */
  | { readonly kind: "devicesEdited"; readonly edits: readonly DeviceEdit[] }
  | { readonly kind: "deviceTakenAsLamp"; readonly deviceId: DeviceId; readonly asLamp: boolean }
  | { readonly kind: "deviceLeft"; readonly deviceId: DeviceId }
  | ({
      readonly kind: "lightChanged";
      readonly lightId: LightId;
      readonly state: Partial<LightState>;
      /** The light reports the brightness that a command asked of it, as far as it is able. */
      readonly isConfirmation?: true;
    } & Fade)
  | { readonly kind: "lightsChanged"; readonly deviceId: DeviceId; readonly state: Partial<LightState> }
  /** Every light of the room that can be reached does what it is able to; a brightness without `on` dims those that are on. */
  | { readonly kind: "roomLightsChanged"; readonly roomId: RoomId; readonly state: Partial<LightState> }
  | {
      readonly kind: "syncBoxChanged";
      readonly syncBoxId: SyncBoxId;
      readonly state: Partial<SyncBoxState>;
      /** Puts a lost command back: a sync box that turns out to be off was not turned off now. */
      readonly isCorrection?: true;
    }
  | { readonly kind: "roomAdded"; readonly room: Room }
  | { readonly kind: "roomRenamed"; readonly roomId: RoomId; readonly name: string }
  | { readonly kind: "roomTypeChanged"; readonly roomId: RoomId; readonly type: string }
  | { readonly kind: "roomNumbered"; readonly roomId: RoomId; readonly sequence: number }
  /** The ids of all rooms that devices can be put in, in their new order. */
  | { readonly kind: "roomsOrdered"; readonly roomIds: readonly RoomId[] }
  | { readonly kind: "roomRemoved"; readonly roomId: RoomId }
  | { readonly kind: "sceneAdded"; readonly scene: Scene }
  | {
      readonly kind: "sceneChanged";
      readonly sceneId: SceneId;
      readonly scene: Partial<Pick<Scene, "name" | "colours" | "picture">>;
    }
  /** The scene becomes what its lamps show now. */
  | {
      readonly kind: "sceneSaved";
      readonly sceneId: SceneId;
      readonly lamps: readonly SavedLamp[];
      readonly colours: readonly number[];
    }
  /** The ids of all scenes of the room, in their new order. */
  | { readonly kind: "scenesOrdered"; readonly roomId: RoomId; readonly sceneIds: readonly SceneId[] }
  | { readonly kind: "sceneActivated"; readonly sceneId: SceneId }
  /** Reported by the lamps that store the scene: they show it no more. */
  | { readonly kind: "sceneOver"; readonly sceneId: SceneId }
  | { readonly kind: "sceneRemoved"; readonly sceneId: SceneId }
  | { readonly kind: "keyAdded"; readonly key: AccessKey }
  | { readonly kind: "keyUsed"; readonly keyId: AccessKeyId; readonly at: string }
  | { readonly kind: "keyRevoked"; readonly keyId: AccessKeyId }
  | { readonly kind: "homeReplaced"; readonly contents: HomeContents }
  /** The contents of an export: what of the gateway stays is what it is when they are taken. */
  | { readonly kind: "homeImported"; readonly contents: HomeContents }
  /** Resources of other gateways, as those have them: nothing else of the home follows from them. */
  | { readonly kind: "resourcesMirrored"; readonly resources: readonly MirroredResource[] };

export type ChangeOf<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;
