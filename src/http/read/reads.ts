import { type ListName, OPERATIONS, type OperationName, type ReadName } from "../../contract/operations.ts";
import type { Home } from "../../home/home.ts";
import type { Identity } from "../../home/model/identity.ts";
import { idFrom, type PictureId } from "../../home/model/ids.ts";
import { lightsOf } from "../../home/select.ts";
import { listBody, oneBody } from "../../present/pages/body.ts";
import { Kept } from "../../present/response-cache.ts";
import { lightText } from "../../present/texts.ts";
import { isRefusal, NOT_FOUND, type Refusal } from "../refusal.ts";
import type { Answer, Question } from "../request.ts";
import { refusalAnswer } from "../server/plain-answers.ts";
import { formWish } from "./content-negotiation.ts";
import { LISTS, type View } from "./lists.ts";
import { openApiRepresentation } from "./openapi.ts";
import { parseParameters } from "./parse-parameters.ts";
import type { QueryOf } from "./parse-query.ts";
import { Representation } from "./representation.ts";
import type { Responses, Source } from "./responses.ts";
import { ONES, type SmallOneName } from "./single-reads.ts";
import { listSource, roomSource } from "./sources.ts";

/** What reads are answered from. */
export interface ReadOptions {
  readonly home: Home;
  readonly identity: () => Identity;
  /** Whether new devices are let in at the moment. */
  readonly isJoining: () => boolean;
  /** Announced to everyone instead of the address that faces the client. */
  readonly advertiseIp: string | undefined;
  readonly responses: Responses;
}

type Asked = Pick<
  Question,
  "method" | "authority" | "clientAddress" | "ownAddress" | "body" | "ifNoneMatch" | "acceptEncoding"
>;

/** Answers a read as things are at the moment, now or a little later. */
type Read = () => Answer | Promise<Answer>;

/** Kept apart, so that a client that goes through all lights one by one does not push out the lists. */
const KEPT_ONES = { bytes: 4 * 1024 * 1024, answers: 4_096 };

/** Answers reads out of a home. */
export class Reads {
  readonly #options: ReadOptions;
  readonly #ones = new Kept<Representation>(KEPT_ONES);

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** What answers a read, now and whenever it is asked again in the same words. */
  reader<Name extends ReadName>(
    name: Name,
    asked: Asked,
    { id, queryText }: { readonly id: string; readonly queryText: string },
  ): Read | Refusal {
    const query = parseParameters(name, queryText, asked.body);
    if (isRefusal(query)) return query;
    const find = this.#finder(name, this.#viewFor(asked), { id, query });
    const asker = { clientAddress: asked.clientAddress, wish: formWish(asked), isHead: asked.method === "HEAD" };
    return () => {
      const found = find();
      if (!found) return refusalAnswer(NOT_FOUND);
      return found instanceof Representation ? found.answerTo(asker.wish) : this.#options.responses.to(found, asker);
    };
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

  /** Finds what is small, and what something that may be large is made of. */
  #finder<Name extends ReadName>(
    name: Name,
    view: View,
    { id, query }: { readonly id: string; readonly query: QueryOf<Name> },
  ): () => Representation | Source | undefined {
    if (isList(name)) {
      const source = listSource(name, view, query);
      return () => source;
    }
    if (isRoom(name)) return () => roomSource(view, id, query as QueryOf<"getRoom">);
    if (isSmall(name)) return () => this.#one(name, view, { id, query });
    return name === "getPicture" ? () => this.#picture(id) : openApiRepresentation;
  }

  #one<Name extends SmallOneName>(
    name: Name,
    view: View,
    { id, query }: { readonly id: string; readonly query: QueryOf<Name> },
  ): Representation | undefined {
    const found = ONES[name](view, id, query);
    if (!found) return name === "getLight" ? this.#lightsOfDevice(id) : undefined;
    const { layout } = OPERATIONS[name].answer;
    return this.#ones.get(`${name} ${id} ${JSON.stringify(query)}`, found.madeFrom, () => {
      const text = found.text();
      return text === undefined ? undefined : new Representation(oneBody(layout, text));
    });
  }

  /** Usual clients ask for the light of a device by the device's id, and read a list (G58). */
  #lightsOfDevice(id: string): Representation | undefined {
    const { home } = this.#options;
    const device = home.devices.get(idFrom(id));
    const lights = device && lightsOf(home, device);
    const make = () => new Representation(listBody("arr+len", (lights ?? []).map(lightText)));
    return lights && this.#ones.get(`lightsOf ${id}`, lights, make);
  }

  #picture(id: string): Representation | undefined {
    const { home } = this.#options;
    const pictureId = idFrom<PictureId>(id);
    const picture = home.scenes.all().find((scene) => scene.picture?.id === pictureId)?.picture;
    if (!picture) return undefined;
    const { bytes, mediaType } = picture;
    const make = () => new Representation([bytes], { mediaType, resident: true });
    return this.#ones.get(`picture ${pictureId}`, [picture], make);
  }
}

const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);
const isRoom = (name: OperationName): name is "getRoom" => name === "getRoom";
const isSmall = (name: OperationName): name is SmallOneName => Object.hasOwn(ONES, name);
