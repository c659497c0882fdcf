import fc from "fast-check";
import { lightIdOf } from "../../../src/edges/backends/zigbee2mqtt/ids.ts";
import { ieeeAddress } from "../zigbee2mqtt/devices.ts";

/** Words that mean something to whoever listens to Zigbee2MQTT, in places where they may mean nothing. */
const WORDS = [
  ...["ON", "OFF", "online", "offline", "state", "brightness", "color", "color_temp", "color_mode", "gradient", "xy"],
  ...["scene_recall", "device_announce", "error", "light", "0x0017880100000001", "__proto__", "constructor", "Lamp"],
  ...["ieee_address", "friendly_name", "definition", "exposes", "features", "members", "scenes", "id", "type", "name"],
  ...["update", "latest_version", "available", "linkquality", "status", "transaction", "permit_join", "coordinator"],
  ...["interview_state", "SUCCESSFUL", "access", "property", "endpoint", "value_min", "value_max", "x", "y", "hue"],
];
const NUMBERS = [0, -1, 1, 5, 254, 255, 65_535, 1e308, -1e308, 5e-324, 0.5];

const someWord = fc.constantFrom(...WORDS);

const { any: someValue } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    someWord,
    fc.constantFrom(...NUMBERS),
    fc.constantFrom(null, true, false, ""),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(someWord, tie("any"), { maxKeys: 5 }),
  ),
}));

const someBytes = fc.oneof(
  { weight: 5, arbitrary: someValue.map((value) => Buffer.from(JSON.stringify(value) ?? "")) },
  { weight: 1, arbitrary: someWord.map((word) => Buffer.from(word)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)) },
);

const someLevel = fc.oneof(
  fc.constantFrom("Lamp", "Kitchen", "0x0017880100000001", "5", "set", "get", "availability", "luxgate", "scene"),
  fc.constantFrom("bridge", "state", "info", "devices", "groups", "event", "response", "device", "remove"),
  someWord,
  fc.string({ maxLength: 5 }),
);
const someTopic = fc.oneof(
  fc.constantFrom("bridge/devices", "bridge/groups", "bridge/info", "bridge/state", "bridge/event"),
  fc.constantFrom("Lamp", "Twin", "Plug", "Lamp/availability", "5/set", "luxgate/scene/5", "bridge/response/x"),
  fc.constant(`luxgate/held/${lightIdOf(ieeeAddress(1), null)}`),
  fc.array(someLevel, { minLength: 1, maxLength: 4 }).map((levels) => levels.join("/")),
);

export interface Garbage {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly isRetained: boolean;
}

/** A message of which anything may be odd. */
export const anyGarbage: fc.Arbitrary<Garbage> = fc.record({
  topic: someTopic,
  payload: someBytes,
  isRetained: fc.boolean(),
});
