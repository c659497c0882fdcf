import { OPERATIONS } from "../../contract/operations.ts";
import { type Answer, codeOf, dataOf, type Fields, isObject } from "../answer.ts";
import type { RequestOptions } from "../reader.ts";
import { shown } from "../report/shown.ts";
import { checkResource, type Kind, type Resource } from "../resources.ts";
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
  /** Where the document is silent, a refusal is no fault of the answer as such. */
  readonly mayBeRefused?: boolean;
}

/** Reads a list, checks all of it, and gives those of its resources that have their fields; undefined if it is no list. */
export async function readList<OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  { query = "", mayBeRefused = false, ...asking }: ListRequestOptions = {},
): Promise<readonly Resource<OfKind>[] | undefined> {
  const { path, answer: declared } = LISTS[kind];
  const answer = await session.ask(query === "" ? path : `${path}?${query}`, asking);
  if (mayBeRefused && !isSuccess(answer)) return undefined;
  return listIn(session, kind, { answer, hasLen: declared.layout === "arr+len" });
}

export function listIn<OfKind extends Kind>(
  session: Session,
  kind: OfKind,
  { answer, hasLen }: { readonly answer: Answer; readonly hasLen: boolean },
): readonly Resource<OfKind>[] | undefined {
  const items = arrayIn(session, { answer, hasLen });
  if (items === undefined) return undefined;
  const resources = items.map((value, place) =>
    checkResource(session, kind, { value, where: `${answer.request} → /data/arr/${place}` }),
  );
  checkIds(session, answer, items.filter(isObject));
  return resources.filter((resource) => resource !== undefined);
}

/** The items of a list whose envelope is checked, whatever they are. */
export function arrayIn(
  session: Session,
  { answer, hasLen }: { readonly answer: Answer; readonly hasLen: boolean },
): readonly unknown[] | undefined {
  if (!checkSuccess(session, answer)) return undefined;
  const { arr, obj, len } = dataOf(answer);
  const at = (name: string) => `${answer.request} → /data/${name}`;
  session.expect("list.arr", Array.isArray(arr), { where: at("arr"), expected: "an array", found: shown(arr) });
  if (!Array.isArray(arr)) return undefined;
  if (obj !== undefined) {
    const isEmpty = isObject(obj) && Object.keys(obj).length === 0;
    session.expect("list.obj", isEmpty, { where: at("obj"), expected: "{}", found: shown(obj) });
  }
  if (len !== undefined)
    session.expect("list.len", len === arr.length, { where: at("len"), expected: `${arr.length}`, found: shown(len) });
  checkLayout(session, answer, { rule: "list.layout", members: hasLen ? ["arr", "len", "obj"] : ["arr", "obj"] });
  return arr;
}

/** Whether an answer is a success; whatever of it is not is found. */
export function checkSuccess(session: Session, answer: Answer): boolean {
  const { request: where, status, json } = answer;
  session.expect("success.status", status === 200, { where, expected: "HTTP 200", found: `HTTP ${status}` });
  if (!isObject(json)) return false;
  const { code, msg } = json;
  session.expect("success.code", code === 0, { where: `${where} → /code`, expected: "0", found: shown(code) });
  const isSuccessMessage = msg === "success";
  session.expect("success.msg", isSuccessMessage, {
    where: `${where} → /msg`,
    expected: '"success"',
    found: shown(msg),
  });
  return isSuccess(answer);
}

export const isSuccess = (answer: Answer): boolean => answer.status === 200 && codeOf(answer) === 0;

export function checkLayout(
  session: Session,
  answer: Answer,
  { rule, members }: { readonly rule: "list.layout" | "one.layout"; readonly members: readonly string[] },
): void {
  const found = Object.keys(dataOf(answer)).sort();
  session.expect(rule, found.join() === [...members].sort().join(), {
    where: `${answer.request} → /data`,
    expected: members.join(", "),
    found: found.join(", "),
  });
}

/** A UUID is the same in any case of letters. */
function checkIds(session: Session, { request }: Answer, items: readonly Fields[]): void {
  const ids = items.map(({ id }) => id).filter((id) => typeof id === "string");
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id.toUpperCase()).size);
  const where = `${request} → /data/arr/*/id`;
  session.expect("id.unique", twice === undefined, { where, expected: "each id once", found: `${twice} twice` });
  const lower = ids.find((id) => id !== id.toUpperCase());
  session.expect("id.upper-case", lower === undefined, { where, expected: "upper case", found: shown(lower) });
}
