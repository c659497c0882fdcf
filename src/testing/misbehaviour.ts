/** The answer begins so much later, by the gateway's clock. */
export interface Delay {
  readonly kind: "delay";
  readonly millis: number;
}

/** The answer trickles: so many bytes (1, by default) each time, by the gateway's clock. */
export interface Slow {
  readonly kind: "slow";
  readonly everyMillis: number;
  readonly bytes?: number;
}

/** The connection is cut in the middle of the answer: after so many bytes of it, or of half of it. */
export interface Cut {
  readonly kind: "cut";
  readonly afterBytes?: number;
}

/** The connection stays, but nothing more comes over it: after so many bytes (0) of the answer's body. */
export interface Stall {
  readonly kind: "stall";
  readonly afterBytes?: number;
}

/** A connection is cut as soon as it is made. */
interface Refuse {
  readonly kind: "refuse";
}

export type HttpMisbehaviour =
  | Delay
  | Slow
  | Cut
  | Stall
  /** The request is taken, and nothing comes back. */
  | { readonly kind: "hang" }
  /** Another answer; the gateway itself never hears of the request. The body is its envelope of a fault unless given. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The last character of the answer's JSON is missing. */
  | { readonly kind: "malformed-json" }
  /** `len` counts so many more (1, by default) than there are. */
  | { readonly kind: "wrong-len"; readonly by?: number }
  /** Event streams: heartbeats do not come, or events do not. */
  | { readonly kind: "lose-heartbeats" }
  | { readonly kind: "lose-events" };

export type DatagramMisbehaviour =
  | Delay
  | { readonly kind: "lose" }
  /** The answer comes so many times (2, by default). */
  | { readonly kind: "duplicate"; readonly copies?: number }
  | { readonly kind: "malformed-json" };

/** How often it bites; without it, until it is forgiven. */
interface Times {
  readonly times?: number;
}

/** What a gateway does wrong, and when. */
export type Misbehaviour =
  | {
      readonly on: Times & {
        readonly door?: "http";
        readonly method?: string;
        /** A text is a path without its query; a pattern is looked for in the path with it. */
        readonly path?: string | RegExp;
      };
      readonly as: HttpMisbehaviour;
    }
  | { readonly on: Times & { readonly door?: "http" }; readonly as: Refuse }
  | { readonly on: Times & { readonly door: "mqtt" }; readonly as: Refuse | Delay | Slow | Cut | Stall }
  | { readonly on: Times & { readonly door: "discovery" }; readonly as: DatagramMisbehaviour };
