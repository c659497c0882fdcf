import { OPERATIONS } from "../../../core/contract/operations.ts";
import { dataOf, type Fields, idKey, isObject, isUuid } from "../answer.ts";
import type { Home } from "../home.ts";
import { KINDS, type Kind } from "../resources.ts";
import type { Look, Session } from "../session.ts";
import { idsIn, snapshotIn } from "./event-stream.ts";
import { LISTS, readListing } from "./lists.ts";

interface Mention {
  readonly id: string;
  /** The answer that names it. */
  readonly where: string;
}

/** How long the gateway's event stream, if it has one, is waited for. */
const SNAPSHOT_MILLIS = 2_000;

/** Resources that a gateway names outside their list. */
export class Mentions {
  readonly #mentions = new Map<Kind, Map<string, Mention>>();

  /** What is no identifier breaks a rule of its own. */
  add(kind: Kind, mention: Mention): void {
    if (!isUuid(mention.id)) return;
    const ofKind = this.#mentions.get(kind) ?? new Map<string, Mention>();
    this.#mentions.set(kind, ofKind.set(idKey(mention.id), mention));
  }

  of(kind: Kind): readonly Mention[] {
    return [...(this.#mentions.get(kind)?.values() ?? [])];
  }
}

/** Checks that what can be read is in its list, as far as the gateway names it anywhere. */
export async function checkCompleteness(session: Session, home: Home, mentions: Mentions): Promise<void> {
  await addSnapshot(session, mentions);
  for (const kind of KINDS)
    for (const mention of mentions.of(kind))
      await session.expectSteadily("list.complete", async (times) => {
        const listing = times === 0 ? home[kind] : await readListing(session, kind);
        return listing.lacks(mention.id) ? unlisted(session, kind, mention) : undefined;
      });
}

async function unlisted(session: Session, kind: Kind, { id, where }: Mention): Promise<Look> {
  const answer = await session.ask(`${LISTS[kind].path}/${id}`);
  const { obj } = dataOf(answer);
  if (!isObject(obj) || idKey(String(obj.id)) !== idKey(id) || (kind === "room" && isSpecial(obj))) return undefined;
  return {
    where: `GET ${LISTS[kind].path}`,
    expected: `${id}, which can be read and is in ${where}`,
    found: "nothing",
  };
}

/** Such rooms are listed only when they are asked for. */
const isSpecial = ({ room_kind: kind }: Fields): boolean => kind !== 0;

/** The event stream, where there is one, begins with all resources (G60). */
async function addSnapshot({ reader }: Session, mentions: Mentions): Promise<void> {
  const { path } = OPERATIONS.watchEvents;
  const answer = await reader.ask(path, { until: "}\n\n", timeoutMillis: SNAPSHOT_MILLIS }).catch(() => undefined);
  const snapshot = answer && snapshotIn(new TextDecoder().decode(answer.body));
  for (const kind of KINDS)
    for (const id of idsIn(snapshot ?? {}, kind)) mentions.add(kind, { id, where: `GET ${path}` });
}
