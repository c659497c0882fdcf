import { OPERATIONS, type WriteName } from "../contract/operations.ts";
import { emptyBody } from "../present/body.ts";
import type { Access } from "./access.ts";
import type { AskedEvents } from "./event-reader.ts";
import type { Pairing } from "./pairing.ts";
import { refusalAnswer, success } from "./plain-answers.ts";
import type { Answer, Question } from "./question.ts";
import type { Reads } from "./reads.ts";
import { isRefusal } from "./refusal.ts";
import { type Found, route } from "./route.ts";
import type { Writes } from "./writes.ts";

/** Answers requests: who may ask is looked at first. */
export class Answers {
  readonly #access: Access;
  readonly #reads: Reads;
  readonly #writes: Writes;
  readonly #pairing: Pairing;

  constructor(parts: {
    readonly access: Access;
    readonly reads: Reads;
    readonly writes: Writes;
    readonly pairing: Pairing;
  }) {
    this.#access = parts.access;
    this.#reads = parts.reads;
    this.#writes = parts.writes;
    this.#pairing = parts.pairing;
  }

  /** An answer, or where the events begin that somebody gets instead of one that ends. */
  to(question: Question): Answer | AskedEvents | Promise<Answer> {
    const { path, queryText } = split(question.target);
    const found = route(question.method, path);
    if (isRefusal(found)) return refusalAnswer(found);
    if (found.to === "options") return { ...success(emptyBody(0, "success")), allow: found.allow };
    const refusal = this.#access.refusalFor(found.name, question);
    return refusal ? refusalAnswer(refusal) : this.#answer(found, question, queryText);
  }

  #answer({ name, id }: Found, question: Question, queryText: string): Answer | AskedEvents | Promise<Answer> {
    if (name === "watchEvents") {
      return { origin: `http://${question.authority}`, lastEventId: question.lastEventId };
    }
    if (name === "pair") return this.#pairing.answer(question.body);
    if (isWrite(name)) return this.#writes.answer(name, id, question.body);
    return this.#reads.to(name, question, { id, queryText });
  }
}

const isWrite = (name: Exclude<Found["name"], "watchEvents" | "pair">): name is WriteName =>
  OPERATIONS[name].method === "PUT";

function split(target: string): { path: string; queryText: string } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, queryText: "" };
  return { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}
