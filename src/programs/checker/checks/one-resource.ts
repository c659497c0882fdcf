import { type Answer, dataOf, isObject, isUuid, outcomeOf } from "../answer.ts";
import { checkSuccess } from "../envelope.ts";
import type { Finding } from "../report/findings.ts";
import { shown } from "../report/shown.ts";
import { checkResource, type Kind, type Resource } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Look, Session } from "../session.ts";
import { checkLayout, checkLength, isSuccess, LISTS, readListing } from "./lists.ts";
import { expectUnchanged } from "./repeated-reads.ts";
import { compareFields, differingNames } from "./same-fields.ts";

/** The document describes the reads of one device, light and sync box; one room and one scene are usual (G21). */
export const isDescribed = (kind: Kind): boolean => kind !== "room" && kind !== "scene";
const HAS_ARR: readonly Kind[] = ["light", "sync", "scene"];

interface OneTrial {
  readonly rule: RuleId;
  readonly body: string;
  readonly query: string;
}

/** Reads one resource by itself, as usual or in another way, and checks that it is the same as in its list. */
export async function checkOne(
  session: Session,
  kind: Kind,
  resource: Resource<Kind>,
  { rule, body, query }: Partial<OneTrial> = {},
): Promise<void> {
  const { id } = resource;
  const target = `${LISTS[kind].path}/${id}${query === undefined ? "" : `?${query}`}`;
  const withBody = body === undefined ? "" : ` with the body ${body}`;
  const readAgain = () => listedAgain(session, kind, id);
  const names: (Finding | undefined)[] = [];
  const hasFieldsOfList = kind === "device" && query === undefined;
  const usual = isDescribed(kind) ? "one.same" : "one.room-and-scene";
  const seen = await session.expectSteadily(rule ?? usual, async (times): Promise<Look> => {
    const listed = times === 0 ? resource : await readAgain();
    if (!listed) return "unclear";
    const answer = await session.ask(target, { body });
    const where = `${answer.request}${withBody}`;
    if (isRefused(kind, id, answer)) return { where, expected: "the resource", found: outcomeOf(answer) };
    const found = resourceIn(session, kind, answer);
    if (!found) return "unclear";
    names.push(differingNames(where, listed, found));
    return (
      (hasFieldsOfList ? names.at(-1) : undefined) ??
      compareFields({ listed, found, where: `${where} → /data/obj`, readAgain })
    );
  });
  if (rule !== undefined) return;
  if (kind !== "device" && names.length > 0) session.findings.note("one.fields", names.at(-1));
  if (seen === "changing") await expectUnchanged(session, kind, () => session.ask(target));
}

async function listedAgain(session: Session, kind: Kind, id: string): Promise<Resource<Kind> | undefined> {
  const { sound }: { readonly sound: readonly Resource<Kind>[] } = await readListing(session, kind);
  return sound.find((item) => item.id === id);
}

/** Whether an answer gives no resource; of reads that the document does not describe, whether it gives another one. */
function isRefused(kind: Kind, id: string, answer: Answer): boolean {
  const { obj, arr } = dataOf(answer);
  if (isDescribed(kind)) return isObject(answer.json) && obj === undefined && arr === undefined && !isSuccess(answer);
  return !isObject(obj) || Object.keys(obj).length === 0 || (isUuid(String(obj.id)) && obj.id !== id);
}

/** Checks how one resource comes: in `obj`, with nothing beside it. Gives it if it is sound. */
function resourceIn(session: Session, kind: Kind, answer: Answer): Resource<Kind> | undefined {
  if (isDescribed(kind)) checkSuccess(session.findings, answer);
  if (!isObject(answer.json) || !isObject(answer.json.data)) return undefined;
  const { obj, arr } = answer.json.data;
  const at = (name: string) => `${answer.request} → /data/${name}`;
  session.expect("one.obj", isObject(obj), { where: at("obj"), expected: "an object", found: shown(obj) });
  if (!isObject(obj)) return undefined;
  if (arr !== undefined && HAS_ARR.includes(kind)) {
    const isEmpty = Array.isArray(arr) && arr.length === 0;
    session.expect("one.arr", isEmpty, { where: at("arr"), expected: "[]", found: shown(arr) });
  }
  if (Array.isArray(arr)) checkLength(session, answer, arr);
  checkLayout(session, answer, { rule: "one.layout", members: HAS_ARR.includes(kind) ? ["arr", "obj"] : ["obj"] });
  return checkResource<Kind>(session, kind, { value: obj, where: at("obj") });
}
