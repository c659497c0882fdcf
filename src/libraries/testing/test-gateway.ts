import { type Static, Type } from "typebox";
import type { WireDevice } from "../../core/contract/device.ts";
import type { WireLight } from "../../core/contract/light.ts";
import type { WireRoom } from "../../core/contract/room.ts";
import type { WireScene } from "../../core/contract/scene.ts";
import type { WireSync } from "../../core/contract/sync.ts";
import { expecting, HomeFile, strict } from "../../edges/home-file/schema.ts";
import { originProblem } from "../../edges/http/origin-rules.ts";
import { opaque } from "./check-given.ts";
import type { DrivenClock } from "./driven-clock.ts";
import { isKey } from "./key.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import type { AwaitedRequest } from "./request-filter.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { RandomFaults, TestDevice } from "./test-device.ts";

const OwnClock = opaque<DrivenClock>("DrivenClock", {
  description: "a DrivenClock",
  isOne: (clock) => typeof Object(clock).now === "function" && typeof Object(clock).after === "function",
});
const TestClock = Type.Union(
  [Type.Enum(["real", "driven"]), OwnClock],
  expecting('a DrivenClock, which several gateways can share, "driven" for one of its own, or "real" (the default)'),
);

const Origin = opaque<string>("string", {
  description: "one exact origin, such as https://app.example",
  isOne: (origin) => typeof origin === "string" && originProblem(origin) === undefined,
});

const Key = Type.Refine(Type.String(expecting("a key of visible ASCII characters, with spaces only inside")), isKey);

const MOST_KEYS = 1_000;
const MOST_ORIGINS = 1_000;

export const TestGatewayOptions = Type.Object(
  {
    home: Type.Optional(
      Type.Union(
        [Type.String(), HomeFile],
        expecting(
          '"demo" (the default), a home in YAML, the path of such a file, or the contents of such a file as an object',
        ),
      ),
    ),
    clock: Type.Optional(TestClock),
    profile: Type.Optional(
      Type.Enum(
        ["home", "shared"],
        expecting('"home" (the default), where reads are open, or "shared", where they need a key'),
      ),
    ),
    mqttResync: Type.Optional(
      Type.Boolean(expecting("true (the default) to send MQTT clients the whole state when they subscribe, or false")),
    ),
    keys: Type.Optional(
      Type.Array(Key, {
        maxItems: MOST_KEYS,
        ...expecting(`a list of keys that are valid from the start, at most ${MOST_KEYS}`),
      }),
    ),
    allowOrigin: Type.Optional(
      Type.Array(Origin, {
        maxItems: MOST_ORIGINS,
        ...expecting(`a list of other origins whose pages may use the client interface, at most ${MOST_ORIGINS}`),
      }),
    ),
  },
  strict("options"),
);
export type TestGatewayOptions = Static<typeof TestGatewayOptions>;

/** The same, as JSON says it. */
export const JsonGatewayOptions = Type.Object(
  {
    ...TestGatewayOptions.properties,
    home: Type.Optional(
      Type.Union(
        [Type.String(), HomeFile],
        expecting('"demo" (the default), or the content of a home file, as YAML or JSON in a text or as an object'),
      ),
    ),
    clock: Type.Optional(Type.Enum(["real", "driven"], expecting('"real" (the default) or "driven"'))),
  },
  strict("options"),
);

/** All that is, as the reads would give it at this moment. The address of a picture is a path. */
export interface TestHome {
  readonly devices: readonly WireDevice[];
  readonly lights: readonly WireLight[];
  readonly syncBoxes: readonly WireSync[];
  /** The whole house and the unassigned room too. */
  readonly rooms: readonly WireRoom[];
  readonly scenes: readonly WireScene[];
}

/** A whole gateway inside a test. */
export interface TestGateway {
  readonly url: string;
  readonly ports: { readonly http: number; readonly discovery: number; readonly mqtt: number };
  readonly identity: { readonly mac: string; readonly resetId: string };
  readonly home: TestHome;

  /** As it was started, but for what is given here. Ports, ids and the options that are not given stay. */
  reset(options?: TestGatewayOptions): Promise<void>;
  /** Lets time pass, where the clock is driven. */
  advance(millis: number): void;

  /** Opens the pairing window for 10 seconds. */
  pressButton(): void;
  /** Presses the button and pairs; gives the key. */
  pair(deviceType?: string): Promise<string>;

  /** A simulated device, by name, Room/Name, serial number or id. */
  device(words: string): TestDevice;
  /** Lets things go wrong with the devices by chance, the same ones for the same seed. */
  randomFaults(faults: RandomFaults): void;
  /** Every device is well again. */
  calm(): void;

  /** Plays a script of what happens to devices, in place of the last one; gives the number of its steps. */
  play(script: string, options?: { readonly speed?: number }): Promise<number>;
  stopScript(): void;

  /** Every request since the start or the last reset, in order; at most the latest 10,000. */
  readonly requests: readonly LoggedRequest[];
  /** The next request that comes and fits, once the status of its answer is known, or that there will be none. */
  nextRequest(filter?: AwaitedRequest): Promise<LoggedRequest>;

  /** Lets the gateway do something wrong; gives what forgives it. */
  misbehave(misbehaviour: Misbehaviour): () => void;
  /** Forgives everything. */
  behave(): void;
  /** Cuts every connection that is open at this moment. */
  cutConnections(): void;
  /** Pulls the plug: connections are cut, and nobody listens. */
  unplug(): Promise<void>;
  /** Starts again where it was, with the home that it had. */
  plugIn(): Promise<void>;

  /** Ends everything. */
  stop(): Promise<void>;
}
