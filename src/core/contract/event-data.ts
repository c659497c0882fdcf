import { Type } from "typebox";
import { WireDevice } from "./device.ts";
import { Nothing } from "./envelope.ts";
import { WireGroupLight } from "./group-light.ts";
import { WireLight } from "./light.ts";
import { WIRE_SCHEMAS } from "./resources.ts";
import { WireRoom } from "./room.ts";
import { WireScene } from "./scene.ts";
import { WireSync } from "./sync.ts";
import { described, Uuid } from "./values.ts";

const WireTypeName = Type.Enum(Object.keys(WIRE_SCHEMAS), {
  type: "string",
  description: "The type of the resource",
});

/** All there is, as the reads give it. */
export const EventSnapshot = Type.Object(
  {
    device: Type.Array(WireDevice, { description: "Every device" }),
    light: Type.Array(WireLight, { description: "Every light" }),
    sync: Type.Array(WireSync, { description: "Every sync box" }),
    room: Type.Array(WireRoom, { description: "Every room, including the whole-house room and the unassigned room" }),
    scene: Type.Array(WireScene, { description: "Every scene" }),
    group_light: Type.Array(WireGroupLight, { description: "The lights of every room as one" }),
  },
  { description: "Event `snapshot`: all resources, as in the reads" },
);

/** A resource that is new, whole. */
export const EventAdd = Type.Union([WireDevice, WireLight, WireSync, WireRoom, WireScene, WireGroupLight], {
  description: "Event `add`: a new resource with all fields",
});

export const EventUpdate = Type.Object(
  {
    type: WireTypeName,
    id: described(Uuid, "UUID of the resource"),
    device_id: Type.Optional(described(Uuid, "For a light: UUID of its device")),
    value: Type.Object({}, { description: "The changed fields of the resource, as in the reads" }),
  },
  { description: "Event `update`: the changed fields of a resource" },
);

export const EventRemove = Type.Object(
  {
    id: described(Uuid, "UUID of the removed resource"),
    type: WireTypeName,
  },
  { description: "Event `remove`: a removed resource" },
);

export const EventHeartbeat = Type.Object(
  {
    id: Type.Integer({ description: "Id of the newest event" }),
    hash: Type.String({ pattern: "^[0-9a-f]{32}$", description: "Hash of all resources after that event" }),
  },
  { description: "Event `heartbeat`: sent every 15 s" },
);

/** What the data of each server-sent event is (G60). */
export const EVENT_DATA = {
  snapshot: EventSnapshot,
  add: EventAdd,
  update: EventUpdate,
  remove: EventRemove,
  /** Forget what you know: a snapshot follows. */
  reset: Nothing,
  heartbeat: EventHeartbeat,
} as const;
