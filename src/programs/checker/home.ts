import { OPERATIONS } from "../../core/contract/operations.ts";
import { type Answer, codeOf, dataOf, isObject, isPlainRefusal } from "./answer.ts";
import { LISTS, listIn, plainListing } from "./checks/lists.ts";
import type { Listing } from "./listing.ts";
import { cut } from "./report/shown.ts";
import { KINDS, type Kind } from "./resources.ts";
import { NotCheckable, type Session } from "./session.ts";

/** The plain lists. */
export type Home = { readonly [OfKind in Kind]: Listing<OfKind> };

/** Reads the five lists. Throws `NotCheckable` if what answers is no gateway, or needs a key. */
export async function readHome(session: Session): Promise<Home> {
  const answers = new Map<Kind, Answer>();
  for (const kind of KINDS) answers.set(kind, await session.ask(LISTS[kind].path));
  assertGateway(session, [...answers.values()]);
  const listed = <OfKind extends Kind>(kind: OfKind): Listing<OfKind> =>
    plainListing(session, kind, listIn(session, kind, answers.get(kind) as Answer));
  return Object.fromEntries(KINDS.map((kind) => [kind, listed(kind)])) as unknown as Home;
}

/** A wrong key would spoil every answer. Usual gateways refuse it on `bridge`; on others the reads show it (G51). */
export async function assertKey(session: Session, key: string): Promise<void> {
  const answer = await session.ask(OPERATIONS.listBridges.path, { key });
  if (isPlainRefusal(answer))
    throw new NotCheckable(`${session.reader.url.origin} refuses this key: ${cut(JSON.stringify(answer.json))}.`);
}

/** One answer that looks like an envelope is enough: the rest is for the rules. */
function assertGateway({ reader }: Session, answers: readonly Answer[]): void {
  const enveloped = answers.filter(({ json }) => isObject(json) && ("code" in json || "data" in json));
  const [first] = answers;
  if (first && enveloped.length === 0)
    throw new NotCheckable(
      `${reader.url.origin} is not a gateway with this interface: ${first.request} returned HTTP ${first.status} ${whatCame(first)}.`,
    );
  const [refused] = enveloped;
  if (refused && enveloped.every((answer) => codeOf(answer) !== 0 && dataOf(answer).arr === undefined))
    throw new NotCheckable(
      `${reader.url.origin} refuses every read: ${cut(JSON.stringify(refused.json))}. If it requires a key, give one with --key.`,
    );
}

function whatCame({ headers, body, json }: Answer): string {
  if (body.byteLength === 0) return "and nothing else";
  return json === undefined ? `and ${headers["content-type"] ?? "something"}` : `and ${cut(JSON.stringify(json))}`;
}
