import { Type } from "typebox";
import { fitsSchema } from "../../shared/compiled-schema.ts";

/** How often a gateway says that it is there, and for how long that holds. */
export const PRESENCE_MILLIS = { renewal: 5_000, lease: 15_000 } as const;

/** The key of a gateway's presence behind its own part, and of what a second gateway with its credentials leaves. */
export const PRESENCE_KEY = "presence";
export const CONFLICT_KEY = "conflict";

/** How often a gateway that is refused as the second one says so, at most, and for how long that holds. */
export const CONFLICT_MILLIS = { pause: 30_000, holds: 120_000 } as const;

const Words = Type.String({ maxLength: 1_000 });

const PresenceShape = Type.Object({
  /** The life of the gateway's memory of what it published. */
  epoch: Words,
  /** One run of the program. */
  instance: Words,
  /** What the gateway itself is called. */
  name: Words,
  version: Words,
  startedAt: Words,
  /** Where it is reached by its own clients. */
  ip: Type.Optional(Words),
  /** What keeps it from doing all its work, in words. */
  problems: Type.Array(Words, { maxItems: 20 }),
  lights: Type.Integer({ minimum: 0 }),
  /** How many entries wait to be published. */
  pending: Type.Integer({ minimum: 0 }),
  /** Its lamps are simulated: others with the same ids are other lamps. */
  simulated: Type.Optional(Type.Boolean()),
  /** It was stopped, and will not renew. */
  stopped: Type.Optional(Type.Boolean()),
});
export type Presence = Type.Static<typeof PresenceShape>;

/** The presence in a value of the bucket; undefined where it is none. */
export function presenceFrom(value: string): Presence | undefined {
  try {
    const presence: unknown = JSON.parse(value);
    return fitsSchema(PresenceShape, presence) ? presence : undefined;
  } catch {
    return undefined;
  }
}
