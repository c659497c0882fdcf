import type { Body, Frame } from "../../present/pages/body.ts";
import type { Page } from "../../present/pages/pages.ts";
import type { Segment } from "../../present/pages/parts.ts";
import { holdSame } from "../../present/response-cache.ts";
import { allAtOnce, type Steps } from "../../shared/steps.ts";
import { Refusal } from "../refusal.ts";
import type { Answer } from "../request.ts";
import type { CooperativeQueue } from "../server/cooperative-queue.ts";
import type { InFlight } from "../server/in-flight.ts";
import { refusalAnswer } from "../server/plain-answers.ts";
import { type FormWish, preparedInSteps, Representation } from "./representation.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What may be asked for, and what the response to it is made of. */
export interface Source {
  /** The same for whatever has the same response. */
  readonly question: string;
  /** The values that the response follows from: while they are the same ones, so is the response. */
  readonly madeFrom: () => readonly unknown[];
  readonly content: () => Content;
  readonly frame: Frame;
}

/** The resources of a response; they are counted unless it is known how many there are. */
export interface Content {
  readonly segments: readonly Segment[];
  readonly count?: number;
}

/** How often a response is made again in steps because the home has changed meanwhile. */
const MOST_TRIES = 4;

/** Who asks, and what of the response is wanted. */
export interface Asker {
  readonly clientAddress: string;
  readonly wish: FormWish;
  readonly isHead: boolean;
}

export interface ResponsesOptions {
  readonly cache: ResponseCache;
  readonly queue: CooperativeQueue;
  readonly inFlight: InFlight;
}

type Outcome = Representation | "busy";

const BUSY = refusalAnswer(new Refusal("busy"));
const NOT_MADE: Answer = { status: 200, mediaType: "application/json", body: [], length: "unknown" };

/** Responses that may be large: out of the cache, or made in steps between which others are served. */
export class Responses {
  readonly #options: ResponsesOptions;
  readonly #making = new Map<string, Promise<Outcome>>();

  constructor(options: ResponsesOptions) {
    this.#options = options;
  }

  /** At once where the response is at hand or quickly made. Nothing is made for HEAD. */
  to(source: Source, asker: Asker): Answer | Promise<Answer> {
    const cached = this.#options.cache.find(source.question, source.madeFrom());
    if (cached?.isAtHand(asker.wish)) return this.#answer(cached, asker);
    if (asker.isHead) return NOT_MADE;
    const outcome = this.#make(source, asker);
    return outcome instanceof Promise
      ? outcome.then((made) => this.#answer(made, asker))
      : this.#answer(outcome, asker);
  }

  #answer(outcome: Outcome, { clientAddress, wish, isHead }: Asker): Answer {
    if (outcome === "busy") return BUSY;
    const answer = outcome.answerTo(wish);
    if (isHead) return { ...answer, body: [] };
    return this.#options.inFlight.hasRoomForCached(clientAddress, answer.length) ? answer : BUSY;
  }

  /** Whoever asks for what is being made already waits for the same. */
  #make(source: Source, { clientAddress, wish }: Asker): Outcome | Promise<Outcome> {
    const { cache, queue } = this.#options;
    const form = `${wish.gzip ? "gzip" : "plain"} ${source.question}`;
    const underWay = this.#making.get(form);
    if (underWay) return underWay;
    const former = cache.former(source.question);
    const hasRoom = () => this.#hasRoom(clientAddress, former);
    if (!hasRoom()) return "busy";
    const outcome = queue.run<Outcome>({
      owner: clientAddress,
      isUrgent: former !== undefined,
      steps: whileThereIs(hasRoom, this.#steps(source, wish)),
    });
    if (!(outcome instanceof Promise)) return outcome;
    const settled = outcome.finally(() => this.#making.delete(form));
    this.#making.set(form, settled);
    return settled;
  }

  #hasRoom(clientAddress: string, former: Representation | undefined): boolean {
    const { inFlight } = this.#options;
    return former
      ? inFlight.hasRoomForCached(clientAddress, former.byteLength)
      : inFlight.hasRoomForOthers && inFlight.hasRoomFor(clientAddress);
  }

  /** A response is of one moment: what changed while steps were taken is made again at the end, all at once. */
  *#steps(source: Source, wish: FormWish): Steps<Representation> {
    const { cache } = this.#options;
    const { question } = source;
    const keys = new Set<string>();
    let isDone = false;
    try {
      let madeFrom = source.madeFrom();
      let body = yield* this.#body(source, keys);
      yield* preparedInSteps(body, wish);
      // Most of what was made is right: each time less is to be made again, and at last it is made in one step.
      for (let left = MOST_TRIES; !holdSame(madeFrom, source.madeFrom()); left -= 1) {
        madeFrom = source.madeFrom();
        body = left > 0 ? yield* this.#body(source, keys) : allAtOnce(this.#body(source, keys));
      }
      const former = cache.former(question);
      const representation = former?.isOf(body) ? former : new Representation(body, { packable: true });
      representation.answerTo(wish);
      cache.put(question, { madeFrom, representation, keys: [...keys] });
      isDone = true;
      return representation;
    } finally {
      if (!isDone) cache.forget(question, [...keys]);
    }
  }

  *#body({ question, content, frame }: Source, keys: Set<string>): Steps<Body> {
    const { cache } = this.#options;
    const { segments, count } = content();
    const pieces: Uint8Array[] = [];
    let counted = 0;
    for (const segment of segments) {
      if (segment instanceof Uint8Array) {
        pieces.push(segment);
        continue;
      }
      const pages: readonly Page[] = yield* segment.paging(cache.pagesOf(segment.key));
      keys.add(segment.key);
      cache.putPages(segment.key, { pages, question });
      for (const page of pages) {
        pieces.push(page.bytes);
        counted += page.count;
      }
    }
    return [frame.begin, ...pieces, frame.end(count ?? counted)];
  }
}

/** Of several lists that an address asks for together, the first may leave no room for the others: no more is made of them. */
function* whileThereIs(hasRoom: () => boolean, steps: Steps<Representation>): Steps<Outcome> {
  try {
    do {
      const step = steps.next();
      if (step.done) return step.value;
      yield;
    } while (hasRoom());
    return "busy";
  } finally {
    // Whoever stops these steps stops those as well.
    steps.return(undefined as never);
  }
}
