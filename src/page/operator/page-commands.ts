import type { CommandName, GivenTo, NewsOf, ResultOf } from "../../control/commands.ts";

/** A browser that became the operator by a one-time link. */
export interface SessionView {
  readonly id: string;
  /** All times in ISO 8601. */
  readonly since: string;
  readonly endsAt: string;
  readonly lastUsedAt: string | null;
  readonly address: string;
  readonly browser: string;
  /** Whether the session is the one that asks. */
  readonly isThis: boolean;
}

/** Something that went over the network, as the gateway saw it. */
export interface TrafficEntry {
  readonly sequence: number;
  readonly at: string;
  readonly kind: "request" | "datagram" | "mqtt" | "event";
  readonly from: string;
  /** "PUT /clip/v2/resource/light/…", a topic, or the name of an event. */
  readonly what: string;
  readonly status?: number;
  readonly millis?: number;
  readonly refusal?: string;
  readonly body?: string;
  readonly answer?: string;
  readonly bytes: number;
}

/** The commands that only a page needs. */
interface PageCommands {
  readonly sessions: { given: object; news: never; result: { readonly sessions: readonly SessionView[] } };
  readonly "session.end": { given: { readonly session: string }; news: never; result: unknown };
  readonly traffic: { given: object; news: readonly TrafficEntry[]; result: never };
}

/** All commands that the page can give, with what each is given, tells and gives. */
export type Name = CommandName | keyof PageCommands;
export type Given<Of extends Name> = Of extends keyof PageCommands
  ? PageCommands[Of]["given"]
  : GivenTo<Extract<Of, CommandName>>;
export type News<Of extends Name> = Of extends keyof PageCommands
  ? PageCommands[Of]["news"]
  : NewsOf<Extract<Of, CommandName>>;
export type Result<Of extends Name> = Of extends keyof PageCommands
  ? PageCommands[Of]["result"]
  : ResultOf<Extract<Of, CommandName>>;
