import type { Home } from "../../../core/home/home.ts";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { folded, LONGEST_NAME } from "../../../core/home/model/name.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import type { OperatorSession } from "../../../shared/operator-session.ts";
import { refused } from "../command.ts";
import type { Found } from "./find.ts";
import { otherKinds } from "./other-kinds.ts";
import { quoted, severalBegin, severalCalled } from "./quoted.ts";

/** Fewer characters of an id are soon those of another. */
const FEWEST_OF_ID = 4;

const tooLittle = (words: string): string =>
  `${quoted(words)} is too short for an id: give at least its first ${FEWEST_OF_ID} characters.`;

/**
 * By id, by how its id begins or by the client's name. A client chooses its name: one that is called as another's id
 * begins does not take that one's place, and neither is found.
 */
export function findKey(home: Home, words: string): Found<AccessKey> {
  const { keys } = home;
  const id = idFrom<AccessKey["id"]>(words.trim());
  const whole = keys.get(id);
  if (whole) return { found: whole };
  const beginning = id.length < FEWEST_OF_ID ? [] : keys.all().filter((key) => key.id.startsWith(id));
  const called = bearersOf(keys.all(), words);
  const [first, ...more] = new Set([...beginning, ...called]);
  if (!first) return refused(...unknown(words, home));
  if (more.length === 0) return { found: first };
  return refused((beginning.length > 0 ? severalBegin : severalCalled)(words, "key", [first, ...more]));
}

/** The one that is called just so, or all that are called so but for their case. */
function bearersOf(keys: readonly AccessKey[], words: string): readonly AccessKey[] {
  const called = keys.filter(({ name }) => folded(name) === folded(words));
  const exactly = called.filter(({ name }) => name === words);
  return exactly.length === 1 ? exactly : called;
}

function unknown(words: string, home: Home): readonly string[] {
  const keys = home.keys.all();
  if (isShortBeginning(words, keys)) {
    return [tooLittle(words)];
  }
  const others = otherKinds({ home, expectedKind: "key", words });
  if (others.length > 0) return others;
  const meant = nearestWord(
    words.slice(0, LONGEST_NAME),
    keys.map(({ name }) => name),
  );
  const hint = meant === undefined ? ". List them with: luxgate keys" : `; did you mean ${quoted(meant)}?`;
  return [`No key matches ${quoted(words)}${hint}`];
}

const isShortBeginning = (words: string, keys: readonly AccessKey[]): boolean => {
  const id = idFrom(words.trim());
  return id !== "" && id.length < FEWEST_OF_ID && keys.some((key) => key.id.startsWith(id));
};

/** By id, or by how its id begins. */
export function findSession(
  sessions: readonly OperatorSession[],
  words: string,
  listCommand = "luxgate sessions",
): Found<OperatorSession> {
  const id = words.trim().toUpperCase();
  const [first, ...more] = sessions.filter((session) => session.id.startsWith(id));
  if (first && id.length < FEWEST_OF_ID) {
    return refused(tooLittle(words));
  }
  if (!first) return refused(`No session matches ${quoted(words)}. List them with: ${listCommand}`);
  if (more.length === 0) return { found: first };
  return refused(`The ids of ${more.length + 1} sessions begin with ${quoted(words)}: give more characters.`);
}
