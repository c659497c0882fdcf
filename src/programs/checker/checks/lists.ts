import { OPERATIONS } from "../../../core/contract/operations.ts";
import { type Answer, codeOf, dataOf, type Fields, idKey, isObject, isUuid } from "../answer.ts";
import { checkSuccess } from "../envelope.ts";
import { Listing } from "../listing.ts";
import type { RequestOptions } from "../reader.ts";
import { shown } from "../report/shown.ts";
import { checkResource, type Kind } from "../resources.ts";
import type { Session } from "../session.ts";

/** The operation that lists each kind. */
export const LISTS = {
  device: OPERATIONS.listDevices,
  light: OPERATIONS.listLights,
  sync: OPERATIONS.listSyncBoxes,
  room: OPERATIONS.listRooms,
  scene: OPERATIONS.listScenes,
} as const satisfies Record<Kind, unknown>;

interface ListRequestOptions extends RequestOptions {
  readonly query?: string;
  /** Whether a refusal breaks no rule of the answer as such: the caller judges it. */
  readonly mayBeRefused?: boolean;
}

/** "unreadable" is an answer whose faults were found already: nothing else can be said of it. */
export type ListOutcome<OfKind extends Kind> = Listing<OfKind> | "refused" | "unreadable";

/** Reads a list and checks all of it. */
export async function readList<OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  { query = "", mayBeRefused = false, ...asking }: ListRequestOptions = {},
): Promise<ListOutcome<OfKind>> {
  const { path } = LISTS[kind];
  const answer = await session.ask(query === "" ? path : `${path}?${query}`, asking);
  if (mayBeRefused && isRefusal(answer)) return "refused";
  return listIn(session, kind, answer);
}

/** What was listed, where that is known. */
export async function readListing<OfKind extends Kind>(session: Session, kind: OfKind): Promise<Listing<OfKind>> {
  return plainListing(session, kind, await readList(session, kind));
}

/** The list that a plain read gave: what it holds is there each time. */
export function plainListing<OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  outcome: ListOutcome<OfKind>,
): Listing<OfKind> {
  const listing = outcome instanceof Listing ? outcome : Listing.unread<OfKind>();
  if (!listing.isWhole) return listing;
  const back = session.plainReads.add(kind, new Set(listing.byKey.keys()));
  session.expect("list.steady", back === undefined, {
    where: `GET ${LISTS[kind].path} → /data/arr`,
    expected: "every item at each read",
    found: `${back}, which was missing in the read before`,
  });
  return listing;
}

export function listIn<OfKind extends Kind>(session: Session, kind: OfKind, answer: Answer): ListOutcome<OfKind> {
  const hasLen = LISTS[kind].answer.layout === "arr+len";
  const items = arrayIn(session, { answer, hasLen, mayLack: MAY_LACK_ARR.includes(kind) });
  if (items === undefined) return isRefusal(answer) ? "refused" : "unreadable";
  const sound = items
    .map((value, place) => checkResource(session, kind, { value, where: `${answer.request} → /data/arr/${place}` }))
    .filter((resource) => resource !== undefined);
  const besides = [...Object.keys(answer.json as object), ...Object.keys(dataOf(answer))];
  const listing = new Listing<OfKind>(items, sound, besides);
  checkIds(session, answer, listing.items);
  return listing;
}

/** Spec §2.1 makes `arr` optional for these: without it there are none. */
const MAY_LACK_ARR: readonly Kind[] = ["light", "sync"];

/** An envelope that holds no resources, for a reason of its own. */
const isRefusal = (answer: Answer): boolean =>
  isObject(answer.json) && !isSuccess(answer) && dataOf(answer).arr === undefined;

export const isSuccess = (answer: Answer): boolean => answer.status === 200 && codeOf(answer) === 0;

interface ListAnswer {
  readonly answer: Answer;
  readonly hasLen: boolean;
  readonly mayLack?: boolean;
}

/** The items of a list whose envelope is checked, whatever they are. */
export function arrayIn(
  session: Session,
  { answer, hasLen, mayLack = false }: ListAnswer,
): readonly unknown[] | undefined {
  checkSuccess(session.findings, answer);
  if (!isObject(answer.json) || !isObject(answer.json.data) || isRefusal(answer)) return undefined;
  const { arr = mayLack ? [] : undefined, obj } = answer.json.data;
  const at = (name: string) => `${answer.request} → /data/${name}`;
  session.expect("list.arr", Array.isArray(arr), { where: at("arr"), expected: "an array", found: shown(arr) });
  if (!Array.isArray(arr)) return undefined;
  if (obj !== undefined) {
    const isEmpty = isObject(obj) && Object.keys(obj).length === 0;
    session.expect("list.obj", isEmpty, { where: at("obj"), expected: "{}", found: shown(obj) });
  }
  checkLength(session, answer, arr);
  checkLayout(session, answer, { rule: "list.layout", members: hasLen ? ["arr", "len", "obj"] : ["arr", "obj"] });
  return arr;
}

/** Wherever `len` stands, it counts `arr`. */
export function checkLength(session: Session, answer: Answer, arr: readonly unknown[]): void {
  const { len } = dataOf(answer);
  if (len === undefined) return;
  const where = `${answer.request} → /data/len`;
  session.expect("list.len", len === arr.length, { where, expected: `${arr.length}`, found: shown(len) });
}

/** Others may be added, and mean nothing to clients. */
const DATA_MEMBERS = ["arr", "len", "obj"];

export function checkLayout(
  session: Session,
  answer: Answer,
  { rule, members }: { readonly rule: "list.layout" | "one.layout"; readonly members: readonly string[] },
): void {
  const found = Object.keys(dataOf(answer))
    .filter((name) => DATA_MEMBERS.includes(name))
    .sort();
  session.expect(rule, found.join() === members.join(), {
    where: `${answer.request} → /data`,
    expected: members.join(", "),
    found: found.join(", "),
  });
}

function checkIds(session: Session, { request }: Answer, items: readonly Fields[]): void {
  const ids = items.map(({ id }) => String(id)).filter(isUuid);
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(idKey(id)).size);
  const where = `${request} → /data/arr/*/id`;
  session.expect("id.unique", twice === undefined, { where, expected: "each id once", found: `${twice} twice` });
  const lower = [...ids, ...items.flatMap(referencesIn)].find((id) => id !== id.toUpperCase());
  session.expect("id.upper-case", lower === undefined, { where, expected: "upper case", found: shown(lower) });
}

/** The identifiers by which a resource refers to others. */
function referencesIn({ services, children, parent_id: parent, area_id: area }: Fields): readonly string[] {
  const rids = [services, children].flat().map((reference) => (isObject(reference) ? reference.rid : undefined));
  return [...rids, parent, area].filter((id) => typeof id === "string").filter(isUuid);
}
