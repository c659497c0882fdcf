import { type Static, Type } from "typebox";

/** Each side says one JSON object on each line; an import carries pictures. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const strict = { additionalProperties: false };

/** What an operator asks for: the name of a command, and what the command is given. */
export const Request = Type.Object(
  {
    command: Type.String({ maxLength: 64, description: "the name of a command" }),
    with: Type.Optional(Type.Object({}, { description: "the parameters of the command" })),
  },
  { ...strict, description: "a command and its parameters" },
);

/** News while a command is at work, any number of times. */
const News = Type.Object({ news: Type.Unknown() }, strict);

const Answer = Type.Union([
  Type.Object({ result: Type.Unknown() }, strict),
  Type.Object({ refused: Type.Array(Type.String(), { minItems: 1 }) }, strict),
]);

/** The one end of every command: what came of it, or why nothing did, in lines for a person. */
export type Answer = Static<typeof Answer>;

/** A line of the gateway's. */
export const Reply = Type.Union([News, Answer]);
export type Reply = Static<typeof Reply>;
