import { type Static, type TSchema, Type } from "typebox";
import { fitsSchema } from "../../shared/compiled-schema.ts";
import type { OperatorSession } from "../../shared/operator-session.ts";
import type { SignInRequest } from "../../shared/sign-in-request.ts";

const Name = Type.String({ maxLength: 256 });
const Time = Type.String({ maxLength: 64 });
const Uuid = Type.String({ pattern: "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$" });

/** What the fleet is to its clients: under `identity`, made once. */
export const FleetIdentity = Type.Object({
  mac: Type.String({ pattern: "^([0-9A-F]{2}:){5}[0-9A-F]{2}$" }),
  resetId: Uuid,
  name: Name,
});
export type FleetIdentity = Static<typeof FleetIdentity>;

/** A gateway that was enrolled, under `gateway.<id>`, or a front, under `front.<id>`; removed when it is revoked. */
export const Member = Type.Object({ name: Name, publicKey: Type.String({ maxLength: 64 }), addedAt: Time });
export type Member = Static<typeof Member>;

/** Until when a client can pair, under `press`; the front that pairs removes it. */
export const FleetPress = Type.Object({ endsAt: Time });
export type FleetPress = Static<typeof FleetPress>;

/** The session of an operator's browser, under `session.<digest of its secret>`; the servers remove it at its end. */
export const FleetSession = Type.Object({
  id: Uuid,
  /** What its person called it when it asked to be let in. */
  name: Type.Optional(Name),
  address: Name,
  browser: Name,
  since: Time,
  endsAt: Time,
  lastUsedAt: Time,
});
export type FleetSession = Static<typeof FleetSession>;

/** A session as an entry tells of it; undefined where one of its times is none. */
export function sessionOf(value: FleetSession): OperatorSession | undefined {
  const { id, name, address, browser } = value;
  const times = timesIn(value, ["since", "endsAt", "lastUsedAt"]);
  return times && { id, name, address, browser, ...times };
}

/** A link that opens a session, once, under `link.<digest of its secret>`; the front that opens the session removes it. */
export const FleetLink = Type.Object({ endsAt: Time });
export type FleetLink = Static<typeof FleetLink>;

/** A browser that asks to be let in as operator, under `request.<digest of its secret>`; the servers remove it at its end. */
export const FleetRequest = Type.Object({
  code: Type.String({ maxLength: 16 }),
  name: Name,
  address: Name,
  browser: Name,
  since: Time,
  endsAt: Time,
  state: Type.Union([Type.Literal("waiting"), Type.Literal("allowed"), Type.Literal("denied")]),
});
export type FleetRequest = Static<typeof FleetRequest>;

/** A request as an entry tells of it; undefined where one of its times is none. */
export function requestOf(value: FleetRequest): SignInRequest | undefined {
  const { code, name, address, browser } = value;
  const times = timesIn(value, ["since", "endsAt"]);
  return times && { code, name, address, browser, ...times };
}

function timesIn<Name extends string>(
  value: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Readonly<Record<Name, Date>> | undefined {
  const times = names.map((name) => [name, new Date(value[name])] as const);
  const areTimes = times.every(([, time]) => !Number.isNaN(time.getTime()));
  return areTimes ? (Object.fromEntries(times) as Record<Name, Date>) : undefined;
}

export const sessionEntryKey = (digest: string): string => `session.${digest}`;
export const linkEntryKey = (digest: string): string => `link.${digest}`;
export const requestEntryKey = (digest: string): string => `request.${digest}`;

/** What a text of the bucket holds, if it has this shape. */
export function keysEntryFrom<Shape extends TSchema>(shape: Shape, text: string): Static<Shape> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return fitsSchema(shape, value) ? (value as Static<Shape>) : undefined;
  } catch {
    return undefined;
  }
}
