import type { OpenApiExample } from "./document.ts";

/** A request that was sent to a gateway with the demo home, and what it answered. */
export interface RecordedAnswer {
  readonly operation: string;
  /** What it shows, unlike all others of the operation. */
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
  readonly status: number;
  /** Parsed, or the text of an event stream. */
  readonly answer: unknown;
}

type Examples = { readonly examples?: Readonly<Record<string, OpenApiExample>> };

/** Recorded answers as examples of answers. */
export const exampleAnswers = (recorded: readonly RecordedAnswer[]): Examples =>
  examplesOf(recorded, ({ answer }) => answer);

/** Recorded requests that were granted as examples of bodies. */
export const exampleBodies = (recorded: readonly RecordedAnswer[]): Examples =>
  examplesOf(
    recorded.filter(({ body, answer }) => body !== undefined && isSuccess(answer)),
    ({ body }) => body,
  );

function examplesOf(recorded: readonly RecordedAnswer[], part: (one: RecordedAnswer) => unknown): Examples {
  if (recorded.length === 0) return {};
  const named = recorded.map((one) => [one.name, { summary: requestOf(one), value: part(one) }] as const);
  return { examples: Object.fromEntries(named) };
}

const requestOf = ({ method, target, body }: RecordedAnswer): string =>
  [method, target, ...(body === undefined ? [] : [JSON.stringify(body)])].join(" ");

const isSuccess = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "code" in answer && answer.code === 0;
