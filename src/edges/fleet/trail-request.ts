import { type Static, type TSchema, Type } from "typebox";
import { TRAIL_PARTS, type TrailPiece, type TrailQuery } from "../../core/home/trail-entry.ts";
import { fitsSchema } from "../../shared/compiled-schema.ts";

/**
 * A question of the fleet's operator for a piece of a gateway's audit trail, where commands go as well. Whoever may
 * command the gateways may ask it: operators and fronts, but no gateway.
 */
export interface TrailRequest {
  readonly trail: {
    readonly query: TrailQuery;
    /** As the piece before said; undefined for the newest. */
    readonly older?: number | undefined;
    /** How many entries are wanted. */
    readonly most: number;
  };
}

/** What a gateway answers: a piece, that it reads too many already, or why it cannot read. */
export type TrailAnswer = { readonly piece: TrailPiece } | { readonly busy: true } | { readonly problem: string };

const Words = Type.String({ maxLength: 256 });
const Place = Type.Integer({ minimum: 0 });

const RequestShape = Type.Object({
  trail: Type.Object({
    query: Type.Object({
      after: Type.Optional(Place),
      before: Type.Optional(Place),
      since: Type.Optional(Words),
      device: Type.Optional(Words),
      by: Type.Optional(Words),
      part: Type.Optional(Type.Enum(TRAIL_PARTS)),
      text: Type.Optional(Words),
    }),
    older: Type.Optional(Place),
    most: Type.Integer({ minimum: 1 }),
  }),
});

const Text = Type.String({ maxLength: 10_000 });

const AnswerShape = Type.Union([
  Type.Object({ busy: Type.Literal(true) }),
  Type.Object({ problem: Text }),
  Type.Object({
    piece: Type.Object({
      entries: Type.Array(
        Type.Object({
          sequence: Place,
          at: Type.String({ maxLength: 64 }),
          by: Type.Union([
            Type.Object({ kind: Type.Enum(["operator", "button", "backend", "gateway"]) }),
            Type.Object({ kind: Type.Enum(["operator", "key", "ecosystem", "device", "address"]), name: Text }),
          ]),
          did: Text,
          devices: Type.Array(Type.String({ maxLength: 64 })),
          outcome: Type.Enum(["done", "refused", "rolled-back", "put-back"]),
          why: Type.Optional(Text),
          unwritten: Type.Optional(Type.Integer()),
        }),
      ),
      oldestAt: Type.Optional(Text),
      unreadable: Place,
      older: Type.Optional(Place),
      last: Place,
    }),
  }),
]);

/** Undefined for whatever is no such question. */
export const trailRequestFrom = (text: string): TrailRequest | undefined => fitting(RequestShape, text);

export const trailAnswerFrom = (text: string): TrailAnswer | undefined =>
  fitting(AnswerShape, text) as TrailAnswer | undefined;

function fitting<Shape extends TSchema>(shape: Shape, text: string): Static<Shape> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return fitsSchema(shape, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
