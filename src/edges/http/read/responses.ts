import { type Dependencies, haveSameItems } from "../../../core/present/dependencies.ts";
import type { Body, Frame } from "../../../core/present/pages/body.ts";
import type { Page } from "../../../core/present/pages/pages.ts";
import type { Section } from "../../../core/present/pages/sections.ts";
import type { QueuedSteps, StepQueue } from "../../../shared/step-queue.ts";
import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import { Refusal } from "../refusal.ts";
import type { GatewayResponse } from "../request.ts";
import type { InFlight } from "../server/in-flight.ts";
import { refusalResponse } from "../server/plain-responses.ts";
import type { Negotiation } from "./content-negotiation.ts";
import { digestInSteps, Representation } from "./representation.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What a response is made of. */
export interface Source {
  /** The same for all requests with the same response. */
  readonly key: string;
  /** What the response depends on at the moment. */
  readonly dependencies: () => Dependencies;
  readonly sections: () => readonly Section[];
  /** How many resources the response has, where that is not how many its sections have. */
  readonly count?: (() => number) | undefined;
  readonly frame: Frame;
}

/** How often a response is made again in steps because the home changed meanwhile. */
const MOST_TRIES = 4;
/** Where the home changed in so few pages while a response was made, it is made again at once: then it is right. */
const FEW_PAGES = 32;

/** Which client reads, and what of the response it wants. */
export interface ReadDemand {
  readonly clientAddress: string;
  readonly negotiation: Negotiation;
  readonly isHead: boolean;
}

export interface ResponsesOptions {
  readonly cache: ResponseCache;
  readonly queue: StepQueue;
  readonly inFlight: InFlight;
}

type Outcome = Representation | "busy";

const BUSY = refusalResponse(new Refusal("busy"));
const NOT_MADE: GatewayResponse = { status: 200, mediaType: "application/json", body: [], length: "unknown" };

/** Responses that may be large: from the cache, or made in steps between which others are served. */
export class Responses {
  readonly #options: ResponsesOptions;
  readonly #pending = new Map<string, Promise<Outcome>>();

  constructor(options: ResponsesOptions) {
    this.#options = options;
  }

  /** At once where the response is cached or quickly made. No response is made for HEAD alone. */
  respond(source: Source, demand: ReadDemand): GatewayResponse | Promise<GatewayResponse> {
    const cached = this.#options.cache.find(source.key, source.dependencies());
    if (cached?.isReady(demand.negotiation)) return this.#response(cached, demand);
    if (demand.isHead) return NOT_MADE;
    const outcome = this.#make(source, demand);
    return outcome instanceof Promise
      ? outcome.then((made) => this.#response(made, demand))
      : this.#response(outcome, demand);
  }

  #response(outcome: Outcome, { clientAddress, negotiation, isHead }: ReadDemand): GatewayResponse {
    if (outcome === "busy") return BUSY;
    const response = outcome.responseFor(negotiation);
    if (isHead) return { ...response, body: [] };
    return this.#options.inFlight.hasRoomFor(clientAddress, response.length) ? response : BUSY;
  }

  /**
   * A client that wants what is being made already waits for the same response. Where the one that began has no room for it,
   * the next one begins anew.
   */
  #make(source: Source, demand: ReadDemand): Outcome | Promise<Outcome> {
    const { cache, queue } = this.#options;
    const { clientAddress, negotiation } = demand;
    const variant = `${negotiation.gzip ? "gzip" : "plain"} ${source.key}`;
    const pending = this.#pending.get(variant);
    if (pending) return pending.then((outcome) => (outcome === "busy" ? this.#make(source, demand) : outcome));
    const former = cache.former(source.key);
    const hasRoom = () => this.#hasRoom(clientAddress, former);
    if (!hasRoom()) return "busy";
    const outcome = queue.run<Outcome>({
      owner: clientAddress,
      isUrgent: former !== undefined,
      steps: whileThereIs(hasRoom, this.#steps(source, negotiation)),
    });
    if (!(outcome instanceof Promise)) return outcome;
    const made = outcome.finally(() => this.#pending.delete(variant));
    this.#pending.set(variant, made);
    return made;
  }

  #hasRoom(clientAddress: string, former: Representation | undefined): boolean {
    const { inFlight } = this.#options;
    if (!former && inFlight.isFull) return false;
    return inFlight.hasRoomFor(clientAddress, former?.byteLength);
  }

  /** A response shows one moment: what changed while steps were taken is made again. */
  *#steps(source: Source, negotiation: Negotiation): QueuedSteps<Representation> {
    const { cache } = this.#options;
    const sectionKeys = new Set<string>();
    let isDone = false;
    try {
      let dependencies = source.dependencies();
      let body = yield* this.#body(source, sectionKeys);
      yield* digestInSteps(body);
      let remade = body.length;
      for (let left = MOST_TRIES; !haveSameItems(dependencies, source.dependencies()); left -= 1) {
        dependencies = source.dependencies();
        const former = new Set(body);
        const steps = this.#body(source, sectionKeys);
        body = left > 0 && remade > FEW_PAGES ? yield* steps : allAtOnce(steps);
        remade = body.filter((page) => !former.has(page)).length;
      }
      const former = cache.former(source.key);
      const representation = former?.isOf(body) ? former : new Representation(body, { compressible: true });
      if (!representation.isReady(negotiation)) yield representation.compress();
      cache.put(source.key, { dependencies, representation, sectionKeys: [...sectionKeys] });
      isDone = true;
      return representation;
    } finally {
      if (!isDone) cache.forget(source.key, [...sectionKeys]);
    }
  }

  *#body({ key, sections, count, frame }: Source, sectionKeys: Set<string>): Steps<Body> {
    const { cache } = this.#options;
    const body: Uint8Array[] = [frame.begin];
    let counted = 0;
    for (const section of sections()) {
      if (section instanceof Uint8Array) {
        body.push(section);
        continue;
      }
      const pages: readonly Page[] = yield* section.paging(cache.pagesOf(section.key));
      sectionKeys.add(section.key);
      cache.putPages(section.key, { pages, responseKey: key });
      for (const page of pages) {
        body.push(page.bytes);
        counted += page.count;
      }
    }
    body.push(frame.end(count?.() ?? counted));
    return body;
  }
}

/** Of several lists that one address wants together, the first may leave no room for the others: those are abandoned. */
function* whileThereIs(hasRoom: () => boolean, steps: QueuedSteps<Representation>): QueuedSteps<Outcome> {
  try {
    do {
      const step = steps.next();
      if (step.done) return step.value;
      yield step.value;
    } while (hasRoom());
    return "busy";
  } finally {
    // To stop these steps stops the inner steps as well.
    steps.return(undefined as never);
  }
}
