import { type ListName, type OneName, OPERATIONS, type OperationName } from "../contract/operations.ts";
import type { Home } from "../home/home.ts";
import { idFrom, type PictureId } from "../home/ids.ts";
import { emptyBody, listBody, oneBody } from "../present/body.ts";
import { KeptBodies } from "../present/kept-bodies.ts";
import { LISTS, type View } from "./lists.ts";
import { ONES } from "./ones.ts";
import { parseBody } from "./parse-body.ts";
import { parseQuery, type QueryOf } from "./parse-query.ts";
import { isRefusal, NOT_FOUND, type Refusal } from "./refusal.ts";
import { route } from "./route.ts";

/** A request whose host and sizes were found right. */
export interface Question {
  readonly method: string;
  /** Path and query, still escaped. */
  readonly target: string;
  /** The host, and port if any, under which the client reaches us. */
  readonly authority: string;
  readonly body: Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly allow?: string | undefined;
}

/** Answers reads out of a home. */
export class Answers {
  readonly #home: Home;
  readonly #keptBodies = new KeptBodies();

  constructor(home: Home) {
    this.#home = home;
  }

  to(question: Question): Answer {
    const { path, queryText } = split(question.target);
    const found = route(question.method, path);
    if (isRefusal(found)) return refusalAnswer(found);
    if (found.to === "options") return { ...success(emptyBody(0, "success")), allow: found.allow };
    const query = parseParameters(found.name, queryText, question.body);
    if (isRefusal(query)) return refusalAnswer(query);
    const view = { home: this.#home, origin: `http://${question.authority}` };
    if (isList(found.name)) return this.#list(found.name, view, query);
    if (isOne(found.name)) return one(found.name, view, { id: found.id, query });
    return picture(this.#home, idFrom(found.id));
  }

  #list<Name extends ListName>(name: Name, view: View, query: QueryOf<Name>): Answer {
    const { madeFrom, items } = LISTS[name];
    const asked = `${name} ${JSON.stringify(query)}`;
    const make = () => listBody(OPERATIONS[name].answer.layout, items(view, query));
    return success(this.#keptBodies.body(asked, madeFrom(view), make));
  }
}

function one<Name extends OneName>(name: Name, view: View, asked: { id: string; query: QueryOf<Name> }): Answer {
  const text = ONES[name](view, asked.id, asked.query);
  if (text === undefined) return refusalAnswer(NOT_FOUND);
  return success(oneBody(OPERATIONS[name].answer.layout, text));
}

function picture(home: Home, id: PictureId): Answer {
  const found = home.scenes.all().find((scene) => scene.picture?.id === id)?.picture;
  return found ? { status: 200, ...found, body: found.bytes } : refusalAnswer(NOT_FOUND);
}

export function refusalAnswer(refusal: Refusal): Answer {
  const { status, code, message } = refusal.parts();
  return { status, mediaType: "application/json", body: emptyBody(code, message), allow: refusal.allow };
}

const success = (body: Uint8Array): Answer => ({ status: 200, mediaType: "application/json", body });

const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);
const isOne = (name: OperationName): name is OneName => Object.hasOwn(ONES, name);

/** The parameters out of the query and, where the operation takes one, out of the body, which has the last word (G20). */
function parseParameters<Name extends OperationName>(
  name: Name,
  queryText: string,
  bytes: Uint8Array,
): QueryOf<Name> | Refusal {
  const query = parseQuery(name, queryText);
  const operation = OPERATIONS[name];
  if (isRefusal(query) || !("body" in operation)) return query;
  const parsed = parseBody(operation.body, bytes);
  return isRefusal(parsed) ? parsed : { ...query, ...parsed };
}

function split(target: string): { path: string; queryText: string } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, queryText: "" };
  return { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}
