import { Composer, type Document, Lexer, Parser, type YAMLParseError } from "yaml";
import { DEEPEST_LEVEL, TOO_DEEP } from "../../shared/json-depth.ts";

/** Why a text is no YAML, and where. */
export interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}

/** Each alias is searched among all anchors. */
const MOST_REFERENCES = 5_000;

/** Keys, values and the marks between them: each takes up to half a kilobyte of memory, however short it is written. */
const MOST_PARTS = 1_000_000;
const BEFORE_SCALAR = "\u001f";
const PARTS = new Set([BEFORE_SCALAR, "-", "?", ":", ",", "[", "{"]);

/** Duplicate keys are looked for elsewhere: here each would be compared with all others of its map. */
const OPTIONS = { prettyErrors: false, uniqueKeys: false, resolveKnownTags: false, logLevel: "error" } as const;

/**
 * Parses YAML as far as the first syntax error: what follows is guesswork, and a million errors take a minute to find.
 * Nesting is bounded before anything recurses into it.
 */
export function parseYaml(text: string): { readonly document: Document } | { readonly problem: YamlProblem } {
  const composer = new Composer(OPTIONS);
  stopAtFirstError(composer);
  try {
    stopAtTooMany(text);
    const [document, second] = composer.compose(tokensOf(text), true, text.length);
    if (second) throw new Stop(second.range[0], "a second YAML document begins here; expected only one");
    if (!document) throw new Error("YAML without a document");
    const [error] = document.errors;
    return error ? { problem: problemFrom(error) } : { document };
  } catch (stop) {
    const [error] = composer.streamInfo().errors;
    if (error) return { problem: problemFrom(error) };
    if (stop instanceof Stop) return { problem: stop };
    throw stop;
  }
}

class Stop extends Error implements YamlProblem {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The composer goes on after errors, and reports them at once only to an internal callback. */
function stopAtFirstError(composer: Composer): void {
  const note: unknown = Reflect.get(composer, "onError");
  if (typeof note !== "function") throw new Error("this yaml reports errors in another way");
  let isNoted = false;
  Reflect.set(composer, "onError", (place: unknown, code: unknown, message: unknown, isWarning: unknown) => {
    if (isWarning) return;
    // An exception thrown here is reported here again.
    if (!isNoted) note(place, code, message, isWarning);
    isNoted = true;
    throw new Stop(0, "stopped");
  });
}

function* tokensOf(text: string) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* untilError(parser.next(lexeme));
    if (parser.stack.length > DEEPEST_LEVEL) throw new Stop(parser.offset, `${TOO_DEEP}; expected fewer`);
  }
  yield* untilError(parser.end());
}

/** Lexemes that stand for no text. */
const WITHOUT_LENGTH = new Set([BEFORE_SCALAR, "\u0002", "\u0018"]);

/** Counts before anything is parsed, which takes ten times as long. */
function stopAtTooMany(text: string): void {
  let [references, parts, offset] = [0, 0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    references += lexeme.startsWith("*") ? 1 : 0;
    parts += PARTS.has(lexeme) ? 1 : 0;
    if (references > MOST_REFERENCES) throw new Stop(offset, `more than ${MOST_REFERENCES} aliases; expected fewer`);
    if (parts > MOST_PARTS)
      throw new Stop(offset, `more than ${MOST_PARTS} keys, values and punctuation marks; expected fewer`);
    offset += WITHOUT_LENGTH.has(lexeme) ? 0 : lexeme.length;
  }
}

function* untilError(tokens: ReturnType<Parser["next"]>) {
  for (const token of tokens) {
    if (token.type === "error") throw new Stop(token.offset, `invalid YAML: ${token.message}`);
    yield token;
  }
}

const problemFrom = ({ pos, message }: YAMLParseError): YamlProblem => ({
  offset: pos[0],
  message: `invalid YAML: ${message}`,
});
