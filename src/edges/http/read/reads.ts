import { type OneName, OPERATIONS, type OperationName, type ReadName } from "../../../core/contract/operations.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import { idFrom, type PictureId } from "../../../core/home/model/ids.ts";
import { lightsOf } from "../../../core/home/select.ts";
import type { Dependencies } from "../../../core/present/dependencies.ts";
import { listBody, oneBody } from "../../../core/present/pages/body.ts";
import {
  devicesWith,
  GROUP_LIGHTS,
  LIGHTS,
  lightText,
  type Presenter,
  scenesAt,
  syncBoxesOf,
} from "../../../core/present/texts.ts";
import type { Bridge } from "../../../core/present/wire/bridge.ts";
import { isRefusal, NOT_FOUND, type Refusal } from "../refusal.ts";
import { type GatewayRequest, originOf, type Read } from "../request.ts";
import { refusalResponse } from "../server/plain-responses.ts";
import { BoundedMemo } from "./bounded-memo.ts";
import { negotiate } from "./content-negotiation.ts";
import { type IsOfGateway, isList, listSource, roomSource, type View } from "./lists.ts";
import { parseGateway, parseParameters, type QueryOf } from "./parse-query.ts";
import { Representation } from "./representation.ts";
import type { ReadDemand, Responses, Source } from "./responses.ts";

/** What reads are answered from. */
export interface ReadOptions {
  readonly home: Home;
  readonly identity: () => Identity;
  /** Gateways beside this one, as a front of a fleet has them. */
  readonly otherBridges?: (() => readonly Bridge[]) | undefined;
  /** Whose a resource is: a front of a fleet gives those of one gateway where that is wanted. */
  readonly isOf?: IsOfGateway | undefined;
  /** Whether new devices are let in at the moment. */
  readonly isJoining: () => boolean;
  /** Announced to all clients in place of our address on the client's side. */
  readonly advertiseIp: string | undefined;
  readonly responses: Responses;
}

type ReadRequest = Pick<
  GatewayRequest,
  "method" | "scheme" | "authority" | "clientAddress" | "ownAddress" | "body" | "ifNoneMatch" | "acceptEncoding"
>;

/** Apart from the cache of lists, so that a client that reads all lights one by one does not push out the lists. */
const SINGLE_READ_CAPACITY = { bytes: 4 * 1024 * 1024, values: 4_096 };

/** Answers reads from a home. */
export class Reads {
  readonly #options: ReadOptions;
  readonly #singleReads = new BoundedMemo<Representation>(SINGLE_READ_CAPACITY);
  #openApi: Promise<Representation> | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** What answers a read, now and whenever the same request comes again. */
  reader<Name extends ReadName>(
    name: Name,
    request: ReadRequest,
    { id, queryText }: { readonly id: string; readonly queryText: string },
  ): Read | Refusal {
    const query = parseParameters(name, queryText, request.body);
    if (isRefusal(query)) return query;
    const { clientAddress, method } = request;
    const negotiation = negotiate(request);
    if (name === "getOpenApi") return async () => (await this.#openApiDocument()).responseFor(negotiation);
    const only = this.#only(queryText);
    if (isRefusal(only)) return only;
    const find = this.#finder(name, this.#viewFor(request, only), { id, query });
    const demand: ReadDemand = { clientAddress, negotiation, isHead: method === "HEAD" };
    return () => {
      const found = find();
      if (!found) return refusalResponse(NOT_FOUND);
      if (found instanceof Representation) return found.responseFor(negotiation);
      return this.#options.responses.respond(found, demand);
    };
  }

  /** Which gateway of a fleet is meant; undefined for all. */
  #only(queryText: string): View["only"] | Refusal {
    const { isOf } = this.#options;
    if (!isOf) return undefined;
    const gatewayId = parseGateway(queryText);
    return isRefusal(gatewayId) || gatewayId === undefined ? gatewayId : { gatewayId, isOf };
  }

  /** What a client sees, at any time. */
  #viewFor({ scheme, authority, ownAddress }: ReadRequest, only: View["only"]): View {
    const { home, identity, otherBridges, isJoining, advertiseIp } = this.#options;
    return {
      home,
      only,
      get identity() {
        return identity();
      },
      get bridges() {
        const { gateway } = home;
        return [
          ...(gateway ? [{ id: gateway.id, device: gateway, identity: identity() }] : []),
          ...(otherBridges?.() ?? []),
        ];
      },
      get isJoining() {
        return isJoining();
      },
      origin: originOf({ scheme, authority }),
      ip: advertiseIp ?? ownAddress,
    };
  }

  /** Finds a small representation whole, and of a large one what it is made of. */
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
    if (isSingleRead(name)) return () => this.#single(name, view, { id, query });
    return () => this.#picture(id);
  }

  #single<Name extends SingleReadName>(
    name: Name,
    view: View,
    { id, query }: { readonly id: string; readonly query: QueryOf<Name> },
  ): Representation | undefined {
    const found = SINGLE_READS[name](view, id, query);
    if (!found) return name === "getLight" ? this.#lightsOfDevice(id) : undefined;
    const { layout } = OPERATIONS[name].answer;
    return this.#singleReads.get(`${name} ${id} ${JSON.stringify(query)}`, found.dependencies, () => {
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
    return lights && this.#singleReads.get(`lightsOf ${id}`, lights, make);
  }

  #picture(id: string): Representation | undefined {
    const { home } = this.#options;
    const pictureId = idFrom<PictureId>(id);
    const picture = home.scenes.all().find((scene) => scene.picture?.id === pictureId)?.picture;
    if (!picture) return undefined;
    const { bytes, mediaType } = picture;
    const make = () => new Representation([bytes], { mediaType, resident: true });
    return this.#singleReads.get(`picture ${pictureId}`, [picture], make);
  }

  /** The same for every client; loaded and made for the first one (G75). */
  #openApiDocument(): Promise<Representation> {
    this.#openApi ??= loadOpenApi().catch((fault: unknown) => {
      this.#openApi = undefined;
      throw fault;
    });
    return this.#openApi;
  }
}

async function loadOpenApi(): Promise<Representation> {
  const { openApiText } = await import("../../../core/contract/openapi/served-document.ts");
  const document = new Representation([Buffer.from(openApiText())], { compressible: true, resident: true });
  await document.compress();
  return document;
}

/** A resource that a single read found, as JSON. */
interface FoundResource {
  readonly dependencies: Dependencies;
  readonly text: () => string | undefined;
}

/** Reads of one resource that is small in every home; a room may hold all devices. */
type SingleReadName = Exclude<OneName, "getRoom">;

type SingleRead<Name extends SingleReadName> = (
  view: View,
  id: string,
  query: QueryOf<Name>,
) => FoundResource | undefined;

const SINGLE_READS: { readonly [Name in SingleReadName]: SingleRead<Name> } = {
  getDevice: ({ home }, id, query) =>
    found(
      home.devices.get(idFrom(id)),
      devicesWith(home, { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee }),
    ),
  getLight: ({ home }, id) => found(home.lights.get(idFrom(id)), LIGHTS),
  getSyncBox: ({ home }, id) => found(home.syncBoxes.get(idFrom(id)), syncBoxesOf(home)),
  getGroupLight: ({ home }, id) => found(home.groupLights.get(idFrom(id)), GROUP_LIGHTS),
  getScene: ({ home, origin }, id) => found(home.scenes.get(idFrom(id)), scenesAt(home, origin)),
};

const found = <Resource>(
  resource: Resource | undefined,
  { dependencies, present }: Presenter<Resource>,
): FoundResource | undefined =>
  resource && {
    dependencies: dependencies ? [resource, ...dependencies(resource)] : [resource],
    text: () => present(resource),
  };

const isRoom = (name: OperationName): name is "getRoom" => name === "getRoom";
const isSingleRead = (name: OperationName): name is SingleReadName => Object.hasOwn(SINGLE_READS, name);
