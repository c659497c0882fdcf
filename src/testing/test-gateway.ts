import type { WireDevice } from "../contract/device.ts";
import type { WireLight } from "../contract/light.ts";
import type { WireRoom } from "../contract/room.ts";
import type { WireScene } from "../contract/scene.ts";
import type { WireSync } from "../contract/sync.ts";
import type { HomeFile } from "../home-file/schema.ts";
import type { DrivenClock } from "./driven-clock.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { RequestFilter } from "./rules.ts";
import type { RandomFaults, TestDevice } from "./test-device.ts";

export interface TestGatewayOptions {
  /** "demo" by default; or a home in YAML, the path of such a file, or what is in one as an object. */
  readonly home?: string | HomeFile;
  /** Time passes by itself unless there is a clock that the test drives; several gateways may share one. */
  readonly clock?: DrivenClock;
  /** Whether reads are open ("home", by default) or need a key too ("shared"). */
  readonly profile?: "home" | "shared";
  /** Whether MQTT clients that subscribe receive the whole state first: true by default. */
  readonly mqttResync?: boolean;
  /** Keys that are right from the beginning, without pairing. */
  readonly keys?: readonly string[];
}

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
  /** The next request that comes and fits. */
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
