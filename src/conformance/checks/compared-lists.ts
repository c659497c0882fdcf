import type { Listing } from "../listing.ts";
import { difference } from "../report/shown.ts";
import type { Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { LISTS, readList, readListing } from "./lists.ts";

/** What is sent with the read of a list. */
export type ListAsking = { readonly query: string } | { readonly body: string };

export interface ComparedLists<OfKind extends Kind> {
  readonly rule: RuleId;
  readonly kind: OfKind;
  /** The plain list as it was read first. */
  readonly plain: Listing<OfKind>;
  readonly asking: ListAsking;
  readonly expected: string;
  /** Whether a refusal is as good as what is expected. */
  readonly mayBeRefused?: boolean;
  readonly judge: (lists: TwoLists<OfKind>) => Look | Promise<Look>;
}

export interface TwoLists<OfKind extends Kind> {
  readonly plain: Listing<OfKind>;
  readonly found: Listing<OfKind>;
  readonly where: string;
}

/** Reads a list in another way than plainly, and checks what comes against the plain list. */
export function expectList<OfKind extends Kind>(
  session: Session,
  { rule, kind, plain: first, asking, expected, mayBeRefused = false, judge }: ComparedLists<OfKind>,
): Promise<Look> {
  const where = `GET ${LISTS[kind].path}${"query" in asking ? `?${asking.query}` : ` with the body ${asking.body}`}`;
  return session.expectSteadily(rule, async (times): Promise<Look> => {
    const plain = times === 0 ? first : await readListing(session, kind);
    const found = await readList(session, kind, { ...asking, mayBeRefused: true });
    if (found === "unreadable" || plain.isUnread) return "unclear";
    if (found === "refused") return mayBeRefused ? undefined : { where, expected, found: "a refusal" };
    return judge({ plain, found, where });
  });
}

/** Checks that a list has the same items as the plain one. */
export const expectSameItems = <OfKind extends Kind>(
  session: Session,
  compared: Omit<ComparedLists<OfKind>, "judge">,
): Promise<Look> =>
  expectList(session, {
    ...compared,
    judge: ({ plain, found, where }) => {
      if (!(plain.isWhole && found.isWhole)) return "unclear";
      const fault = difference(plain.ids, found.ids);
      return fault === undefined ? undefined : { where, expected: compared.expected, found: fault };
    },
  });
