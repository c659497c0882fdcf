import { Check } from "typebox/value";
import { schemaViolations, type Violation } from "../home-file/schema-violations.ts";
import { TOO_DEEP, tooDeepAt } from "../shared/json-depth.ts";
import { mistakeLines } from "../shared/mistakes.ts";
import { nearestWord } from "../shared/nearest-word.ts";
import { type Command, type Conversation, refused } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Controls } from "./controls.ts";
import { type Answer, Request } from "./protocol.ts";
import { quoted } from "./words/quoted.ts";

const commands = new Map<string, Command>(Object.entries(COMMANDS));

/** Does what a line asks for. */
export async function answerTo(
  line: Uint8Array,
  controls: Controls,
  conversation: Conversation<unknown>,
): Promise<Answer> {
  const request = valueIn(line);
  if (request === NESTED) return refused(`The line is ${TOO_DEEP}.`);
  if (!Check(Request, request)) return refused('Expected a line such as {"command":"device.list","with":{}}.');
  const command = commands.get(request.command);
  if (!command) return refused(unknownCommand(request.command));
  const given = request.with ?? {};
  const wrong = mistakeLines(messagesOf(schemaViolations(command.given, given)));
  if (wrong.length > 0) return refused(...wrong);
  return command.run(given, controls, conversation);
}

function* messagesOf(schemaViolations: Iterable<Violation>): Generator<string> {
  for (const { message } of schemaViolations) yield message;
}

const NESTED = Symbol("a line that goes too deep");

/** Undefined, which nobody can write, for what is no JSON. */
function valueIn(line: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
    return tooDeepAt(text) === undefined ? JSON.parse(text) : NESTED;
  } catch {
    return undefined;
  }
}

function unknownCommand(name: string): string {
  const meant = nearestWord(name, [...commands.keys()]);
  return `There is no command ${quoted(name)}${meant === undefined ? "." : `; did you mean ${quoted(meant)}?`}`;
}
