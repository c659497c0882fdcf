import { Type } from "typebox";
import type { WriteName } from "../../core/contract/operations.ts";
import type { Author } from "../../core/home/trail-entry.ts";
import { fitsSchema } from "../../shared/compiled-schema.ts";

/** A command of a client of the fleet for one gateway: as the client sent it, so that the gateway itself answers it. */
export interface FleetCommand {
  readonly operation: WriteName;
  readonly id: string;
  /** JSON, as it came. */
  readonly body: string;
  readonly by: Author;
}

/** What a gateway answers: what its own client would get. */
export interface FleetAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** It did nothing, as all lamps that the command is for are offline. */
  readonly isOutOfReach?: boolean | undefined;
  /** What the command changed is in the bucket with this revision; undefined where that took too long. */
  readonly revision?: number | undefined;
}

const OPERATIONS: Readonly<Record<WriteName, true>> = {
  setLight: true,
  setDeviceLight: true,
  setSyncBox: true,
  setGroupLight: true,
  setScene: true,
};

const CommandShape = Type.Object({
  operation: Type.Enum(Object.keys(OPERATIONS)),
  id: Type.String({ maxLength: 64 }),
  body: Type.String(),
  by: Type.Union([
    Type.Object({ kind: Type.Literal("operator") }),
    Type.Object({ kind: Type.Literal("key"), name: Type.String({ maxLength: 256 }) }),
  ]),
});

const AnswerShape = Type.Object({
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  body: Type.String(),
  isOutOfReach: Type.Optional(Type.Boolean()),
  revision: Type.Optional(Type.Integer()),
});

/** Anything may come on a subject: what is no command is dropped. */
export const commandFrom = (text: string): FleetCommand | undefined =>
  fitting(CommandShape, text) as FleetCommand | undefined;

export const answerFrom = (text: string): FleetAnswer | undefined => fitting(AnswerShape, text);

function fitting<Shape extends typeof CommandShape | typeof AnswerShape>(shape: Shape, text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return fitsSchema(shape, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
