import type { TSchema } from "typebox";
import { WireBridge, WireZigbeeDiscovery } from "../bridge.ts";
import {
  WireKey,
  WireLightCommand,
  WirePairing,
  WireSceneCommand,
  WireSyncColourCommand,
  WireSyncCommand,
} from "../commands.ts";
import { WireDevice, WireProduct, WireZigbee } from "../device.ts";
import { Nothing } from "../envelope.ts";
import { EventAdd, EventHeartbeat, EventRemove, EventSnapshot, EventUpdate } from "../event-data.ts";
import { WireGroupLight } from "../group-light.ts";
import { WireLight, WirePowerOn } from "../light.ts";
import { WireReference } from "../reference.ts";
import { WireRoom, WireRoomChild } from "../room.ts";
import { WireRoomSummary } from "../room-summary.ts";
import { WireScene, WireSceneFilter } from "../scene.ts";
import { WireSync, WireSyncColour } from "../sync.ts";
import { ChartPoint, Uuid } from "../values.ts";
import type { JsonSchema } from "./document.ts";
import { refusalSchemas } from "./refusals.ts";

/** What schemas are called for those who read the document. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Device: WireDevice,
  Product: WireProduct,
  Zigbee: WireZigbee,
  Light: WireLight,
  PowerOn: WirePowerOn,
  ChartPoint,
  SyncBox: WireSync,
  SyncColour: WireSyncColour,
  Room: WireRoom,
  RoomSummary: WireRoomSummary,
  RoomChild: WireRoomChild,
  Scene: WireScene,
  GroupLight: WireGroupLight,
  Reference: WireReference,
  Bridge: WireBridge,
  ZigbeeDiscovery: WireZigbeeDiscovery,
  LightWish: WireLightCommand,
  SceneWish: WireSceneCommand,
  SyncBoxWish: WireSyncCommand,
  SyncColourWish: WireSyncColourCommand,
  SceneFilter: WireSceneFilter,
  Pairing: WirePairing,
  Key: WireKey,
  EventSnapshot,
  EventAdd,
  EventUpdate,
  EventRemove,
  EventHeartbeat,
  Uuid,
  Nothing,
  ...refusalSchemas(),
};

/** Schemas are the same if they accept the same, whatever their description is where they stand. */
const textOf = (schema: object): string => JSON.stringify({ ...schema, description: undefined });

const NAMES = new Map(
  Object.entries(NAMED).map(([name, schema]) => [textOf(schema), { name, description: descriptionOf(schema) }]),
);

export const referenceTo = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** A schema in which all that have a name are referred to. */
export function referring(schema: object): JsonSchema {
  const known = NAMES.get(textOf(schema));
  if (known === undefined) return withReferences(schema);
  const description = descriptionOf(schema);
  const saysMore = description !== undefined && description !== known.description;
  return { ...referenceTo(known.name), ...(saysMore ? { description } : {}) };
}

function descriptionOf({ description }: JsonSchema): string | undefined {
  return description;
}

/** The text for a client that sent a wrong value is no part of the schema. */
const withReferences = (schema: object): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== "expected")
      .map(([keyword, value]) => [keyword, referringIn(value)]),
  );

function referringIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referringIn);
  return typeof value === "object" && value !== null ? referring(value) : value;
}

/** Every schema that has a name. */
export const namedSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, withReferences(schema)]));
