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
import type { Misbehaviour } from "./misbehaviour.ts";
import type { RequestFilter } from "./request-filter.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { RandomFaults, TestDevice } from "./test-device.ts";

const TestClock = opaque<DrivenClock>("DrivenClock", {
  description: "a DrivenClock, which several gateways can share; without one, real time is used",
  isOne: (clock) => typeof Object(clock).now === "function" && typeof Object(clock).after === "function",
});

const Origin = opaque<string>("string", {
  description: "one exact origin, such as https://app.example",
  isOne: (origin) => typeof origin === "string" && originProblem(origin) === undefined,
});

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
      Type.Array(Type.String(expecting("a key")), expecting("a list of keys that are valid from the start")),
    ),
    allowOrigin: Type.Optional(
      Type.Array(Origin, expecting("a list of other origins whose pages may use the client interface")),
    ),
  },
  strict("options"),
);
export type TestGatewayOptions = Static<typeof TestGatewayOptions>;

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

  /** Every request that came, in order. */
  readonly requests: readonly LoggedRequest[];
  /** The next request that comes and fits, once the status of its answer is known, or that there will be none. */
  nextRequest(filter?: RequestFilter): Promise<LoggedRequest>;

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
