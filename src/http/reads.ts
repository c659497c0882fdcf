import { type ListName, type OneName, OPERATIONS, type OperationName } from "../contract/operations.ts";
import type { Home } from "../home/home.ts";
import type { Identity } from "../home/identity.ts";
import { idFrom, type PictureId } from "../home/ids.ts";
import { lightsOf } from "../home/select.ts";
import { listBody, oneBody } from "../present/body.ts";
import { KeptBodies } from "../present/kept-bodies.ts";
import { lightText } from "../present/texts.ts";
import { LISTS, type View } from "./lists.ts";
import { ONES } from "./ones.ts";
import { parseBody } from "./parse-body.ts";
import { parseQuery, type QueryOf } from "./parse-query.ts";
import { refusalAnswer, success } from "./plain-answers.ts";
import type { Answer, Question } from "./question.ts";
import { isRefusal, NOT_FOUND, type Refusal } from "./refusal.ts";

export type ReadName = ListName | OneName | "getPicture";

/** What reads are answered from. */
export interface ReadOptions {
  readonly home: Home;
  readonly identity: () => Identity;
  /** Whether new devices are let in at the moment. */
  readonly isJoining: () => boolean;
  /** Announced to everyone instead of the address that faces the client. */
  readonly advertiseIp: string | undefined;
}

type Asked = Pick<Question, "authority" | "ownAddress" | "body">;

/** Answers reads out of a home. */
export class Reads {
  readonly #options: ReadOptions;
  readonly #keptBodies = new KeptBodies();

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  to(name: ReadName, asked: Asked, { id, queryText }: { readonly id: string; readonly queryText: string }): Answer {
    const query = parseParameters(name, queryText, asked.body);
    if (isRefusal(query)) return refusalAnswer(query);
    const view = this.#viewFor(asked);
    if (isList(name)) return this.#list(name, view, query);
    if (isOne(name)) return one(name, view, { id, query });
    return picture(view.home, idFrom(id));
  }

  #viewFor({ authority, ownAddress }: Asked): View {
    const { home, identity, isJoining, advertiseIp } = this.#options;
    const ip = advertiseIp ?? ownAddress;
    return { home, identity: identity(), isJoining: isJoining(), origin: `http://${authority}`, ip };
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
  if (text !== undefined) return success(oneBody(OPERATIONS[name].answer.layout, text));
  return (name === "getLight" ? lightsOfDevice(view.home, asked.id) : undefined) ?? refusalAnswer(NOT_FOUND);
}

/** Usual clients ask for the light of a device by the device's id, and read a list (G58). */
function lightsOfDevice(home: Home, id: string): Answer | undefined {
  const device = home.devices.get(idFrom(id));
  return device && success(listBody("arr+len", lightsOf(home, device).map(lightText)));
}

function picture(home: Home, id: PictureId): Answer {
  const found = home.scenes.all().find((scene) => scene.picture?.id === id)?.picture;
  return found ? { status: 200, ...found, body: found.bytes } : refusalAnswer(NOT_FOUND);
}

const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);
const isOne = (name: OperationName): name is OneName => Object.hasOwn(ONES, name);

/** The parameters out of the query and, where the operation takes one, out of the body, which has the last word (G20). */
function parseParameters<Name extends ReadName>(
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
