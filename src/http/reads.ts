import { type ListName, type OneName, OPERATIONS, type OperationName, type ReadName } from "../contract/operations.ts";
import type { Home } from "../home/home.ts";
import type { Identity } from "../home/identity.ts";
import { idFrom, type PictureId } from "../home/ids.ts";
import { lightsOf } from "../home/select.ts";
import { listBody, oneBody } from "../present/body.ts";
import { Kept } from "../present/kept.ts";
import { NEW_MEMORY, type PageMemory } from "../present/page-memory.ts";
import { type Page, type Paging, paged } from "../present/pages.ts";
import { LIGHTS } from "../present/presenting.ts";
import { formWish } from "./form-wish.ts";
import { LISTS, type View } from "./lists.ts";
import { ONES } from "./ones.ts";
import { openApiRepresentation } from "./openapi.ts";
import { parseParameters } from "./parse-parameters.ts";
import type { QueryOf } from "./parse-query.ts";
import { refusalAnswer } from "./plain-answers.ts";
import type { Answer, Question } from "./question.ts";
import { isRefusal, NOT_FOUND, type Refusal } from "./refusal.ts";
import { Representation } from "./representation.ts";

/** What reads are answered from. */
export interface ReadOptions {
  readonly home: Home;
  readonly identity: () => Identity;
  /** Whether new devices are let in at the moment. */
  readonly isJoining: () => boolean;
  /** Announced to everyone instead of the address that faces the client. */
  readonly advertiseIp: string | undefined;
  /** Of its own for every page, unless told otherwise. */
  readonly memory?: PageMemory | undefined;
}

type Asked = Pick<Question, "authority" | "ownAddress" | "body" | "ifNoneMatch" | "acceptEncoding">;

/** Finds what a read says at the moment. */
type Read = () => Representation | undefined;

/** What an answer is made of: a list is made again page by page. */
interface Made {
  readonly byteLength: number;
  readonly representation: Representation;
  readonly pages: readonly Page[];
}

/** Kept apart, so that a client that goes through all lights one by one does not push out the lists. */
const KEPT_LISTS = { bytes: 32 * 1024 * 1024, answers: 256 };
const KEPT_ONES = { bytes: 4 * 1024 * 1024, answers: 4_096 };

/** Answers reads out of a home. */
export class Reads {
  readonly #options: ReadOptions;
  readonly #lists = new Kept<Made>(KEPT_LISTS);
  readonly #ones = new Kept<Made>(KEPT_ONES);

  readonly #memory: PageMemory;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#memory = options.memory ?? NEW_MEMORY;
  }

  /** What answers a read, now and whenever it is asked again in the same words. */
  reader(
    name: ReadName,
    asked: Asked,
    { id, queryText }: { readonly id: string; readonly queryText: string },
  ): (() => Answer) | Refusal {
    const query = parseParameters(name, queryText, asked.body);
    if (isRefusal(query)) return query;
    const read = this.#read(name, asked, { id, query });
    const wish = formWish(asked);
    return () => read()?.answerTo(wish) ?? refusalAnswer(NOT_FOUND);
  }

  #read<Name extends ReadName>(name: Name, asked: Asked, { id, query }: { id: string; query: QueryOf<Name> }): Read {
    const view = this.#viewFor(asked);
    if (isList(name)) return this.#list(name, view, query);
    if (isOne(name)) return this.#one(name, view, { id, query });
    return name === "getPicture" ? () => this.#picture(id) : openApiRepresentation;
  }

  /** What a client sees, whenever it looks. */
  #viewFor({ authority, ownAddress }: Asked): View {
    const { home, identity, isJoining, advertiseIp } = this.#options;
    return {
      home,
      get identity() {
        return identity();
      },
      get isJoining() {
        return isJoining();
      },
      origin: `http://${authority}`,
      ip: advertiseIp ?? ownAddress,
    };
  }

  #list<Name extends ListName>(name: Name, view: View, query: QueryOf<Name>): Read {
    const { madeFrom, facing, pages } = LISTS[name];
    const { layout } = OPERATIONS[name].answer;
    const question = `${name} ${JSON.stringify(query)} ${facing?.(view) ?? ""}`;
    const make = listMaker(layout, (former) => pages(view, query)(former, this.#memory));
    return () => this.#lists.get(question, madeFrom(view), make).representation;
  }

  #one<Name extends OneName>(name: Name, view: View, asked: { id: string; query: QueryOf<Name> }): Read {
    const question = `${name} ${asked.id} ${JSON.stringify(asked.query)}`;
    return () => {
      const found = ONES[name](view, asked.id, asked.query);
      if (!found) return name === "getLight" ? this.#lightsOfDevice(asked.id) : undefined;
      const { layout } = OPERATIONS[name].answer;
      return this.#ones.get(question, found.madeFrom, () => {
        const text = found.text();
        return text === undefined ? undefined : made(new Representation(oneBody(layout, text)));
      })?.representation;
    };
  }

  /** Usual clients ask for the light of a device by the device's id, and read a list (G58). */
  #lightsOfDevice(id: string): Representation | undefined {
    const { home } = this.#options;
    const device = home.devices.get(idFrom(id));
    const lights = device && lightsOf(home, device);
    return (
      lights && this.#ones.get(`lightsOf ${id}`, lights, listMaker("arr+len", paged(lights, LIGHTS))).representation
    );
  }

  #picture(id: string): Representation | undefined {
    const { home } = this.#options;
    const pictureId = idFrom<PictureId>(id);
    const picture = home.scenes.all().find((scene) => scene.picture?.id === pictureId)?.picture;
    if (!picture) return undefined;
    const make = () => made(new Representation([picture.bytes], picture));
    return this.#ones.get(`picture ${pictureId}`, [picture], make).representation;
  }
}

const made = (representation: Representation, pages: readonly Page[] = []): Made => ({
  byteLength: representation.byteLength,
  representation,
  pages,
});

/** A list that has the pages of before is the one of before. */
const listMaker =
  (layout: "arr" | "arr+len", paging: Paging) =>
  (former: Made | undefined): Made => {
    const pages = paging(former?.pages ?? []);
    const isSame = former?.pages.length === pages.length && pages.every((page, index) => page === former.pages[index]);
    return isSame ? former : made(new Representation(listBody(layout, pages), { packable: true }), pages);
  };

const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);
const isOne = (name: OperationName): name is OneName => Object.hasOwn(ONES, name);
