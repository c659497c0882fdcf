import type { KeyView } from "../../../edges/control/views/access-view.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["CLIENT", "ID", "CREATED", "LAST USED"];

/** This many characters of an id usually identify a key. */
const SHOWN_OF_ID = 8;

const NONE =
  'No clients are paired. To pair one, press the button ("luxgate press"), then pair in the client within 10 s.';

/** The keys as a person reads them. */
export const keyTable = (keys: readonly KeyView[]): string =>
  keys.length === 0
    ? NONE
    : table(
        HEADINGS,
        keys.map(({ id, name, madeAt, lastUsedAt }) => [
          name,
          shownId(id, keys),
          localTime(madeAt),
          lastUsedAt === null ? "never" : localTime(lastUsedAt),
        ]),
      );

/** The whole id if another id has the same beginning. */
function shownId(id: string, keys: readonly KeyView[]): string {
  const beginning = id.slice(0, SHOWN_OF_ID);
  return keys.filter((key) => key.id.startsWith(beginning)).length === 1 ? beginning : id;
}
