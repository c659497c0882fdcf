/** A system call of a traced program; begin and end are places in the order in which everything happened. */
export interface SystemCall {
  readonly name: string;
  /** The file or socket behind its first argument, if that is one that is open. */
  readonly on: string;
  /** Its strings, as they are. */
  readonly texts: readonly Buffer[];
  /** Its other arguments after the first, with nothing where the strings were. */
  readonly options: string;
  readonly result: string;
  readonly begin: number;
  readonly end: number;
}

const LINE = /^(\d+)\s+(.*)$/;
const RESUMED = /^<\.\.\. \w+ resumed>(.*)$/;
const UNFINISHED = " <unfinished ...>";
const CALL = /^(\w+)\((?:\d+<([^>]*)>)?(.*)\)\s+= (.*)$/s;
const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;

/** What `strace -f -y -xx` wrote: a line for each call, or two when something else happened between. */
export function systemCallsIn(trace: string): readonly SystemCall[] {
  const begun = new Map<string, { readonly text: string; readonly begin: number }>();
  return trace.split("\n").flatMap((line, place): SystemCall[] => {
    const [, thread = "", said = ""] = LINE.exec(line) ?? [];
    if (said.endsWith(UNFINISHED)) {
      begun.set(thread, { text: said.slice(0, -UNFINISHED.length), begin: place });
      return [];
    }
    const [, rest] = RESUMED.exec(said) ?? [];
    const start = rest === undefined ? { text: said, begin: place } : begun.get(thread);
    return start ? callFrom(start.text + (rest ?? ""), start.begin, place) : [];
  });
}

function callFrom(text: string, begin: number, end: number): SystemCall[] {
  const [, name, on = "", rest = "", result = ""] = CALL.exec(text) ?? [];
  if (name === undefined) return [];
  const texts = [...rest.matchAll(STRING)].map(([, hex = ""]) => Buffer.from(hex.replaceAll("\\x", ""), "hex"));
  return [{ name, on: unescaped(on), texts, options: rest.replaceAll(STRING, ""), result, begin, end }];
}

const unescaped = (path: string): string =>
  path.replace(/(?:\\x[0-9a-f]{2})+/g, (hex) => Buffer.from(hex.replaceAll("\\x", ""), "hex").toString("utf8"));
