import { OPERATIONS, type OperationName, type ReadName } from "../contract/operations.ts";
import { emptyBody } from "../present/pages/body.ts";
import type { Access } from "./access.ts";
import type { Reads } from "./read/reads.ts";
import { isRefusal } from "./refusal.ts";
import type { Answer, Question } from "./request.ts";
import { type Found, route } from "./route.ts";
import { refusalAnswer, success } from "./server/plain-answers.ts";
import type { AskedEvents } from "./sse/event-reader.ts";
import type { Pairing } from "./write/pairing.ts";
import type { Writes } from "./write/writes.ts";

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

  /** What answers a read, now and whenever it is asked again in the same words; nothing for a question that is no read. */
  reader(question: Question): (() => Answer | Promise<Answer>) | undefined {
    const { path, queryText } = split(question.target);
    const found = route(question.method, path);
    if (isRefusal(found) || found.to === "options" || !isRead(found.name)) return undefined;
    const { name, id } = found;
    const read = this.#reads.reader(name, question, { id, queryText });
    if (isRefusal(read)) return undefined;
    return () => {
      const refusal = this.#access.refusalFor(name, question);
      return refusal ? refusalAnswer(refusal) : read();
    };
  }

  #answer({ name, id }: Found, question: Question, queryText: string): Answer | AskedEvents | Promise<Answer> {
    if (isRead(name)) {
      const read = this.#reads.reader(name, question, { id, queryText });
      return isRefusal(read) ? refusalAnswer(read) : read();
    }
    if (name === "watchEvents") {
      return { origin: `http://${question.authority}`, lastEventId: question.lastEventId };
    }
    return name === "pair" ? this.#pairing.answer(question.body) : this.#writes.answer(name, id, question.body);
  }
}

const isRead = (name: OperationName): name is ReadName => OPERATIONS[name].method === "GET" && name !== "watchEvents";

function split(target: string): { path: string; queryText: string } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, queryText: "" };
  return { path: target.slice(0, mark), queryText: target.slice(mark + 1) };
}
