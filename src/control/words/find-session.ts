import { refused } from "../command.ts";
import type { BrowserSession } from "../sessions-control.ts";
import type { Found } from "./find.ts";
import { quoted } from "./quoted.ts";

/** Fewer characters of an id are soon those of another. */
const FEWEST_OF_ID = 4;

/** By id, or by how its id begins. */
export function findSession(sessions: readonly BrowserSession[], words: string): Found<BrowserSession> {
  const id = words.trim().toUpperCase();
  const [first, ...more] = sessions.filter((session) => session.id.startsWith(id));
  if (first && id.length < FEWEST_OF_ID) {
    return refused(`${quoted(words)} is too little of an id: give at least ${FEWEST_OF_ID} characters of it.`);
  }
  if (!first) return refused(`There is no session ${quoted(words)}: "luxgate sessions" lists them.`);
  if (more.length === 0) return { found: first };
  return refused(`The ids of ${more.length + 1} sessions begin with ${quoted(words)}: give more of it.`);
}
