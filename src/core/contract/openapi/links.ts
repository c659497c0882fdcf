import type { TObject } from "typebox";
import { WireBridge, WireZigbeeDiscovery } from "../bridge.ts";
import { WireKey } from "../commands.ts";
import { WireDevice } from "../device.ts";
import { WireGroupLight } from "../group-light.ts";
import { WireLight } from "../light.ts";
import { OPERATIONS, type Operation, type OperationName } from "../operations.ts";
import { WireRoom } from "../room.ts";
import { WireScene } from "../scene.ts";
import { WireSync } from "../sync.ts";
import type { OpenApiLink } from "./document.ts";

/** An operation that takes something out of an answer. */
interface Step {
  readonly to: OperationName;
  readonly what: string;
  /** The parameter that it is given as; `id` by default. */
  readonly as?: string;
  /** Where it stands in the resource; `id` by default. */
  readonly from?: string;
}

/** Where each resource leads, the first of a list as one that was read alone. */
const STEPS: readonly (readonly [TObject, readonly Step[]])[] = [
  [
    WireDevice,
    [
      { to: "getDevice", what: "The device" },
      { to: "getLight", what: "The lights of the device (G58)" },
      { to: "setDeviceLight", what: "Change the lights of the device" },
    ],
  ],
  [
    WireLight,
    [
      { to: "getLight", what: "The light" },
      { to: "setLight", what: "Change the light" },
    ],
  ],
  [
    WireSync,
    [
      { to: "getSyncBox", what: "The sync box" },
      { to: "setSyncBox", what: "Change the sync box" },
      { to: "getRoom", what: "Its sync area, if it has one", from: "area_id" },
    ],
  ],
  [
    WireRoom,
    [
      { to: "getRoom", what: "The room" },
      { to: "listDevices", what: "The devices in the room", as: "room_uuid" },
      { to: "listScenes", what: "The scenes of the room", as: "room_uuid" },
      { to: "getDevice", what: "The first device in the room", from: "children/0/rid" },
      { to: "getGroupLight", what: "The group light of the room", from: "services/0/rid" },
      { to: "setGroupLight", what: "Change the lights of the room", from: "services/0/rid" },
    ],
  ],
  [
    WireScene,
    [
      { to: "getScene", what: "The scene" },
      { to: "setScene", what: "Activate the scene" },
      { to: "getGroupLight", what: "The group light of its room", from: "parent_id" },
      { to: "getPicture", what: "The picture of a picture scene", from: "picture_id" },
    ],
  ],
  [
    WireGroupLight,
    [
      { to: "getGroupLight", what: "The group light of the room" },
      { to: "setGroupLight", what: "Change the lights of the room" },
      { to: "getRoom", what: "The room", from: "parent_id" },
    ],
  ],
  [WireBridge, [{ to: "getDevice", what: "The gateway as a device", from: "parent_id" }]],
  [WireZigbeeDiscovery, [{ to: "getDevice", what: "The gateway as a device", from: "owner/rid" }]],
  [WireKey, [{ to: "listBridges", what: "Check whether the key is valid", as: "application-key", from: "username" }]],
];

/** Where a change can be seen. */
const SEEN_BY: Partial<Record<OperationName, OperationName>> = {
  setLight: "getLight",
  setDeviceLight: "getLight",
  setSyncBox: "getSyncBox",
  setGroupLight: "getGroupLight",
  setScene: "getScene",
};

/** Which operations take something out of the answer of another, so that tools can walk from one to the next. */
export function linksOf(name: OperationName): { readonly links?: Readonly<Record<string, OpenApiLink>> } {
  const { answer }: Operation = OPERATIONS[name];
  const links = typeof answer === "object" ? resourceLinks(name, answer) : seenBy(name);
  return Object.keys(links).length === 0 ? {} : { links };
}

function resourceLinks(name: OperationName, answer: Exclude<Operation["answer"], string>): Record<string, OpenApiLink> {
  const place = answer.layout.startsWith("arr") ? "arr/0" : "obj";
  const steps = STEPS.flatMap(([resource, some]) => (resource === answer.resource ? some : []));
  return Object.fromEntries(
    steps
      .filter(({ to }) => to !== name)
      .map(({ to, what, as = "id", from = "id" }) => [
        to,
        { operationId: to, description: what, parameters: { [as]: `$response.body#/data/${place}/${from}` } },
      ]),
  );
}

function seenBy(name: OperationName): Record<string, OpenApiLink> {
  const to = SEEN_BY[name];
  if (to === undefined) return {};
  return { [to]: { operationId: to, description: "The result of the change", parameters: { id: "$request.path.id" } } };
}
