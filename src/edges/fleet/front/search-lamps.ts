import type { Home } from "../../../core/home/home.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { FoundLamp, FoundLamps } from "../../../shared/found-lamp.ts";
import { plainText, plainWords } from "../../../shared/plain-words.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { FleetMirror } from "./mirror.ts";

/** Who finds more adds a word. */
const MOST_LISTED = 100;
const LIGHTS_IN_STEP = 50;

interface SearchedFleet {
  /** Of all gateways. */
  readonly home: Home;
  readonly mirror: Pick<FleetMirror, "waysTo">;
}

/** The lamps of a fleet in whose names, or in those of their devices, rooms and gateways, every word of a text is. */
export function* searchLamps(fleet: SearchedFleet, text: string): Steps<FoundLamps> {
  const words = plainWords(text);
  const lamps: FoundLamp[] = [];
  let count = 0;
  let looked = 0;
  for (const light of fleet.home.lights.all()) {
    const found = lampIn(fleet, light);
    if (found && isFound(found.texts, words)) {
      count += 1;
      if (lamps.length < MOST_LISTED) lamps.push(found.lamp);
    }
    looked += 1;
    if (looked % LIGHTS_IN_STEP === 0) yield;
  }
  return { count, lamps };
}

/** Undefined for a lamp of a gateway that is just leaving. */
function lampIn(
  { home, mirror }: SearchedFleet,
  { id, deviceId, name, on }: Light,
): { readonly lamp: FoundLamp; readonly texts: readonly string[] } | undefined {
  const [member] = mirror.waysTo("lights", id);
  const device = home.devices.get(deviceId);
  if (!member?.identity || !device) return undefined;
  const roomId = home.roomIdOf(deviceId);
  const room = roomId === undefined ? undefined : home.rooms.get(roomId);
  const state = device.online ? (on ? "on" : "off") : "offline";
  const gateway = { id: member.identity.resetId, name: member.name ?? member.id };
  const lamp = { id, name, room: room ? { id: room.id, name: room.name } : null, gateway, state } as const;
  return { lamp, texts: [name, device.name, room?.name ?? "", gateway.name, state] };
}

/** A state counts as a whole word: "on" finds lamps that are on, and not every balcony. */
function isFound(texts: readonly string[], words: readonly string[]): boolean {
  const state = texts.at(-1);
  const names = ` ${plainText(texts.slice(0, -1).join(" "))}`;
  return words.every((word) =>
    STATES.has(word) ? word === state || names.includes(` ${word}`) : names.includes(word),
  );
}

const STATES: ReadonlySet<string> = new Set(["on", "off", "offline"]);
