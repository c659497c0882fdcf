import type { Listing } from "../listing.ts";
import type { RequestOptions } from "../reader.ts";
import type { Finding } from "../report/findings.ts";
import { cut, difference } from "../report/shown.ts";
import type { Kind, Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";
import { compareFields } from "./same-fields.ts";

/** What is sent with the read of a list. */
export interface ListAsking extends Pick<RequestOptions, "body" | "headers" | "isChunked"> {
  readonly query?: string;
}

export interface ComparedLists<OfKind extends Kind> {
  readonly rule: RuleId;
  readonly kind: OfKind;
  /** The plain list as it was read first. */
  readonly plain: Listing<OfKind>;
  readonly asking: ListAsking;
  readonly expected: string;
  /** The rule that a refusal breaks instead; "none" where a refusal is as good as what is expected. */
  readonly refusalBreaks?: RuleId | "none" | undefined;
  readonly judge: (lists: TwoLists<OfKind>) => Look | Promise<Look>;
}

export interface TwoLists<OfKind extends Kind> {
  readonly plain: Listing<OfKind>;
  readonly found: Listing<OfKind>;
  readonly where: string;
}

/** Reads a list in another way than plainly, and checks what comes against the plain list. */
export async function expectList<OfKind extends Kind>(
  session: Session,
  { rule, kind, plain: first, asking, expected, refusalBreaks, judge }: ComparedLists<OfKind>,
): Promise<Look> {
  const where = whereOf(kind, asking);
  let refusal: Finding | undefined;
  const seen = await session.expectSteadily(rule, async (times): Promise<Look> => {
    const plain = times === 0 ? first : await readListing(session, kind);
    const found = await readList(session, kind, { ...asking, mayBeRefused: true });
    if (found === "unreadable" || plain.isUnread) return "unclear";
    refusal = found === "refused" ? { where, expected, found: "a refusal" } : undefined;
    if (found === "refused") return refusalBreaks === undefined ? refusal : undefined;
    return judge({ plain, found, where });
  });
  if (refusalBreaks !== undefined && refusalBreaks !== "none" && seen === undefined)
    session.findings.note(refusalBreaks, refusal);
  return seen ?? refusal;
}

function whereOf(kind: Kind, { query, body, headers }: ListAsking): string {
  const target = `GET ${LISTS[kind].path}${query === undefined ? "" : `?${query}`}`;
  const withHeaders = Object.entries(headers ?? {}).map(([name, value]) => `, ${name}: ${value}`);
  return `${target}${withHeaders.join("")}${body === undefined ? "" : ` with the body ${cut(body)}`}`;
}

/** Checks that a list is the same as the plain one: the same items, with the same values. */
export const expectSameList = <OfKind extends Kind>(
  session: Session,
  compared: Omit<ComparedLists<OfKind>, "judge">,
): Promise<Look> =>
  expectList(session, {
    ...compared,
    judge: (lists) => wrongItems(lists, compared.expected) ?? wrongFields(session, compared.kind, lists),
  });

/** Which items a list should have, of those that can be judged: all by default. */
export function wrongItems<OfKind extends Kind>(
  { plain, found, where }: TwoLists<OfKind>,
  expected: string,
  isListed?: (resource: Resource<OfKind>) => boolean,
): Look {
  if (!isListed && !(plain.isWhole && found.isWhole)) return "unclear";
  const isJudged = (id: string) => !isListed || !(plain.isSuspect(id) || found.isSuspect(id));
  const ids = isListed ? plain.sound.filter(isListed).map(({ id }) => id) : plain.ids;
  const fault = difference(ids.filter(isJudged), found.ids.filter(isJudged));
  if (fault === undefined) return undefined;
  return plain.isWhole ? { where, expected, found: fault } : "unclear";
}

/** The first value in which an item is another than in the plain list. */
export async function wrongFields<OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  { plain, found: { sound }, where }: TwoLists<OfKind>,
): Promise<Look> {
  let isChanging = false;
  for (const found of sound) {
    const listed = plain.resource(found.id);
    const readAgain = async () => (await readListing(session, kind)).resource(found.id);
    const look = listed && (await compareFields({ listed, found, where: `${where} → ${found.id}`, readAgain }));
    if (typeof look === "object") return look;
    if (look !== undefined) isChanging = true;
  }
  return isChanging ? "changing" : undefined;
}
