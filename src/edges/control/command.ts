import type { Static, TNever, TSchema } from "typebox";
import type { Waiting } from "./command-turns.ts";
import type { Controls } from "./controls.ts";
import type { Answer } from "./protocol.ts";

/** The operator's side of a command that runs. */
export interface Conversation<News> extends Waiting {
  tell(news: News): void;
  /** Whether the operator has not read what was told so far: what can wait is told later. */
  readonly isBehind?: () => boolean;
  /** Fires when the operator ends the command. */
  readonly ended: AbortSignal;
  /** The session of the browser that asks; undefined for the operator's socket. */
  readonly sessionId?: string;
}

/** What a command came to. */
export type Outcome<Result> = { readonly result: Result } | Refused;

/** Why nothing was done, in lines for a person. */
export type Refused = Extract<Answer, { readonly refused: unknown }>;

/** Something that an operator can ask for. */
export interface Command<
  Given extends TSchema = TSchema,
  News extends TSchema = TSchema,
  Result extends TSchema = TSchema,
> {
  readonly given: Given;
  /** What it tells of while it is at work; without it, nothing. */
  readonly news?: News;
  readonly result: Result;
  /** Whether it is for the operator's socket alone, never for a browser. */
  readonly isForSocketOnly?: true;
  run(
    given: Static<Given>,
    controls: Controls,
    conversation: Conversation<Static<News>>,
  ): Outcome<Static<Result>> | Promise<Outcome<Static<Result>>>;
}

/** A command whose parts fit each other. */
export const command = <Given extends TSchema, Result extends TSchema, News extends TSchema = TNever>(
  declared: Command<Given, News, Result>,
): Command<Given, News, Result> => declared;

export const refused = (...lines: readonly string[]): Refused => ({ refused: [...lines] });

/** An operator waits for a command: it takes half of the time, and all of it where nobody else needs any. */
export const COMMAND_SLICES = { sliceMillis: 4, restMillis: 4 };
