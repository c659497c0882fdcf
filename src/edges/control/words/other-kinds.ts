import type { Home } from "../../../core/home/home.ts";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { isGateway, PRODUCTS } from "../../../core/home/model/product.ts";
import type { ResourceKind } from "../../../core/home/model/resource-kinds.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { devicesIn, normalRoomOf, selectScenes } from "../../../core/home/select.ts";
import { namedBy, thoseNamedBy } from "./named-by.ts";
import { quoted } from "./quoted.ts";

/** What a person can name: what people call it, and the command that lists all of its kind. */
const KINDS = {
  device: { noun: "device", listedBy: "devices" },
  room: { noun: "room", listedBy: "rooms" },
  scene: { noun: "scene", listedBy: "scenes" },
  key: { noun: "client", listedBy: "keys" },
} as const satisfies Record<string, { readonly noun: string; readonly listedBy: ResourceKind }>;
export type Kind = keyof typeof KINDS;

interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly serialNumber?: string;
}

export interface Misnamed {
  readonly home: Home;
  /** What was looked for, and not found. */
  readonly expectedKind: Kind;
  /** What was given. */
  readonly words: string;
  /** Which devices of a room to name instead; all of them by default. */
  readonly isFitting?: ((device: Device) => boolean) | undefined;
  /** How to list all that could be meant, unless it is by the command. */
  readonly listedBy?: string | undefined;
}

/** More would help nobody. */
const MOST_NAMED = 8;

/** What the words name that are no name of what was looked for, and what would work: a line for each. */
export function otherKinds(misnamed: Misnamed): readonly string[] {
  const { home, expectedKind, words } = misnamed;
  return [
    ...thoseNamedBy(home, "rooms", words).flatMap((room) => roomLine(room, misnamed)),
    ...(expectedKind === "device" ? [] : thoseNamedBy(home, "devices", words)).map((device) =>
      deviceLine(device, misnamed),
    ),
    ...(expectedKind === "scene" ? [] : thoseNamedBy(home, "scenes", words)).map((scene) => sceneLine(scene, misnamed)),
    ...(expectedKind === "key" ? [] : home.keys.all().filter(namedBy(words))).map((key) => keyLine(key, misnamed)),
  ];
}

/** "a bar lamp", "the gateway itself". */
export const describeProduct = ({ product }: Pick<Device, "product">): string =>
  isGateway(product) ? "the gateway itself" : withArticle(PRODUCTS[product.categoryId].toLowerCase());

const withArticle = (noun: string): string => `${/^[aeio]|^rgb/.test(noun) ? "an" : "a"} ${noun}`;

function roomLine(room: Room, misnamed: Misnamed): readonly string[] {
  const { home, expectedKind, isFitting = () => true } = misnamed;
  const itself = `${quoted(room.name)} is a room`;
  switch (expectedKind) {
    case "room":
      return room.kind === "normal" ? [] : [`${quoted(room.name)} is derived from the other rooms: name one of them.`];
    case "device": {
      const inside = devicesIn(home, room).filter(isFitting);
      const noun = inside.every(({ lightIds }) => lightIds.length > 0) ? "lamps" : "devices";
      return [
        inside.length === 0 ? `${itself} ${withoutAny(misnamed)}` : `${itself}, with these ${noun}: ${some(inside)}`,
      ];
    }
    case "scene": {
      const scenes = selectScenes(home, room.id);
      return [
        scenes.length === 0 ? `${itself} ${withoutAny(misnamed)}` : `${itself}, with these scenes: ${some(scenes)}`,
      ];
    }
    case "key":
      return [`${itself}, ${isNone(misnamed)}`];
    default:
      return expectedKind satisfies never;
  }
}

function deviceLine(device: Device, misnamed: Misnamed): string {
  const room = normalRoomOf(misnamed.home, device.id);
  const itself = `${quoted(device.name)} is ${describeProduct(device)}${room ? ` in ${quoted(room.name)}` : ""}`;
  return `${itself}, ${isNone(misnamed)}`;
}

function sceneLine({ name, roomId }: Scene, misnamed: Misnamed): string {
  const itself = `${quoted(name)} is a scene of ${quoted(misnamed.home.rooms.get(roomId)?.name ?? "")}`;
  return misnamed.expectedKind === "device" && isByCommand(misnamed)
    ? `${itself}. Activate it with: luxgate scene activate ${quoted(name)}`
    : `${itself}, ${isNone(misnamed)}`;
}

const isByCommand = (misnamed: Misnamed): boolean => listed(misnamed).startsWith("luxgate ");

const keyLine = ({ name }: AccessKey, misnamed: Misnamed): string =>
  `${quoted(name)} is a paired client, ${isNone(misnamed)}`;

type Expected = Pick<Misnamed, "expectedKind" | "listedBy">;

const listed = ({ expectedKind, listedBy = `luxgate ${KINDS[expectedKind].listedBy}` }: Expected): string => listedBy;

const isNone = (expected: Expected): string =>
  `not a ${KINDS[expected.expectedKind].noun}. List them with: ${listed(expected)}`;

const withoutAny = (expected: Expected): string =>
  `without a ${KINDS[expected.expectedKind].noun}. List all with: ${listed(expected)}`;

function some(things: readonly Nameable[]): string {
  const named = things.slice(0, MOST_NAMED).map(({ name }) => quoted(name));
  const more = things.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}. Name one of them instead.`;
}
