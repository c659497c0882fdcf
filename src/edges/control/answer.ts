import { Check } from "typebox/value";
import { type Author, operatorIn } from "../../core/home/trail-entry.ts";
import { fitsSchema } from "../../shared/compiled-schema.ts";
import { TOO_DEEP, tooDeepAt } from "../../shared/json-depth.ts";
import { nearestWord } from "../../shared/nearest-word.ts";
import { problemLines } from "../../shared/problem-lines.ts";
import { schemaViolations, type Violation } from "../home-file/schema-violations.ts";
import { type Command, type Conversation, refused } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Controls } from "./controls.ts";
import { EDITING_COMMANDS } from "./editing-commands.ts";
import { FRONT_COMMANDS } from "./front-commands.ts";
import { LARGE_ANSWERS } from "./large-answers.ts";
import { type Answer, Request } from "./protocol.ts";
import { quoted } from "./words/quoted.ts";

const commands = new Map<string, Command>(Object.entries(COMMANDS));

/** Does what a line of the operator's socket asks for. */
export async function answerTo(
  line: Uint8Array,
  controls: Controls,
  conversation: Conversation<unknown>,
): Promise<Answer> {
  const request = valueIn(line);
  if (request === NESTED) return refused(`The line is ${TOO_DEEP}; expected fewer.`);
  if (!Check(Request, request)) return refused('Expected a line such as {"command":"device.list","with":{}}.');
  const command = commands.get(request.command);
  if (!command) return unknownCommand(request.command);
  return run({ name: request.command, command, given: request.with ?? {} }, controls, conversation);
}

/** What a browser asks for: the name of a command, and what it is given, as JSON. */
export interface BrowserRequest {
  readonly command: string;
  /** No bytes for nothing. */
  readonly given: Uint8Array;
  /** A client with a key; undefined for the operator. */
  readonly by?: Author;
}

/** Does what a browser asks for that has a session, or a client with a key: it may only edit the home. */
export async function answerToBrowser(
  { command: name, given: bytes, by }: BrowserRequest,
  controls: Controls,
  conversation: Conversation<unknown>,
): Promise<Answer> {
  const command = commands.get(name);
  if (!command) return unknownCommand(name);
  if (command.isForSocketOnly)
    return refused(`${quoted(name)} is not available to browsers. On the gateway's machine, run: luxgate ${name}`);
  if (by && !EDITING_COMMANDS.has(name)) return refused(`${quoted(name)} needs an operator session, not a key.`);
  const given = bytes.byteLength === 0 ? {} : valueIn(bytes);
  if (given === NESTED) return refused(`The request body is ${TOO_DEEP}; expected fewer.`);
  if (given === undefined) return refused("The request body is not JSON.");
  return run({ name, command, given }, { ...controls, by: by ?? operatorOf(conversation, controls) }, conversation);
}

/** The operator in the browser that asks. */
function operatorOf({ sessionId }: Conversation<unknown>, { sessions, by }: Controls): Author {
  const session = sessions?.list().find(({ id }) => id === sessionId);
  return session ? operatorIn(session) : by;
}

/** The same at a front, which has no devices of its own. */
export async function answerAtFront(
  request: BrowserRequest,
  controls: Controls,
  conversation: Conversation<unknown>,
): Promise<Answer> {
  const { command } = request;
  const isElsewhere = commands.has(command) && !FRONT_COMMANDS.has(command);
  if (isElsewhere)
    return refused(`${quoted(command)} is not available at a front. Use the gateway that has the devices.`);
  return answerToBrowser(request, controls, conversation);
}

interface Given {
  readonly name: string;
  readonly command: Command;
  readonly given: unknown;
}

async function run(
  { name, command, given }: Given,
  controls: Controls,
  conversation: Conversation<unknown>,
): Promise<Answer> {
  // Whatever is wrong takes long to find in a list of ten thousand edits, and mostly nothing is.
  if (!fitsSchema(command.given, given)) {
    return refused(...problemLines(messagesOf(schemaViolations(command.given, given))));
  }
  const answer = async () => command.run(given, controls, conversation);
  return LARGE_ANSWERS.has(name) ? controls.turns.makeLarge(conversation, answer) : answer();
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

function unknownCommand(name: string): Answer {
  const meant = nearestWord(name, [...commands.keys()]);
  return refused(`Unknown command ${quoted(name)}${meant === undefined ? "." : `; did you mean ${quoted(meant)}?`}`);
}
