import type { Clock } from "../../shared/clock.ts";
import { MDNS_PORT } from "../../shared/mdns-group.ts";
import type { SourceBudget } from "../../shared/source-budget.ts";
import { answerTo, type MdnsAnswer } from "./answer.ts";
import { encodeLegacyResponse, encodeProbe, encodeResponse } from "./encode.ts";
import type { Endpoint, SendOnInterface } from "./interface-socket.ts";
import type { Query } from "./message.ts";
import { allRecords, leavingRecords, type ServiceRecord, type ServiceRecords } from "./records.ts";

/** RFC 6762 §6 allows each record so often on an interface; we multicast no more than one response in that time. */
const MULTICAST_MILLIS = 1_000;
/** The same for responses to probes, whose sender goes on after 250 ms. */
const DEFENCE_MILLIS = 250;
/** Others may answer the same question, so they do not all do so at once. */
const LEAST_DELAY_MILLIS = 20;
const MORE_DELAY_MILLIS = 100;
/** A quarter of the shortest TTL: what was multicast longer ago is multicast again, for all caches (RFC 6762 §5.4). */
const FRESH_MILLIS = 30_000;

export interface InterfaceResponderOptions {
  readonly records: ServiceRecords;
  readonly send: SendOnInterface;
  readonly clock: Clock;
  readonly random: () => number;
  /** For unicast responses, which are up to 20 times as long as their questions. */
  readonly budget: SourceBudget;
}

/** What is sent on one interface: at most one response to a query, and to queries at most one multicast response a second. */
export class InterfaceResponder {
  readonly #options: InterfaceResponderOptions;
  readonly #pending = { answers: new Set<ServiceRecord>(), additionals: new Set<ServiceRecord>() };
  #lastMulticastMillis = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(options: InterfaceResponderOptions) {
    this.#options = options;
  }

  get records(): ServiceRecords {
    return this.#options.records;
  }

  probe(): void {
    void this.#options.send(encodeProbe(this.records));
  }

  /** This and `goodbye` resolve to why it could not be sent. */
  announce(): Promise<Error | undefined> {
    return this.#multicast(encodeResponse(allRecords(this.records)));
  }

  goodbye(): Promise<Error | undefined> {
    return this.#multicast(encodeResponse(leavingRecords(this.records)));
  }

  /** Forgets queries that are not answered yet. */
  cancel(): void {
    this.#cancel();
    this.#pending.answers.clear();
    this.#pending.additionals.clear();
  }

  answer(query: Query, sender: Endpoint): void {
    const isLegacy = sender.port !== MDNS_PORT;
    // Ordinary DNS has one question in a query.
    const answer = answerTo(isLegacy ? { ...query, questions: query.questions.slice(0, 1) } : query, this.records);
    if (!answer) return;
    if (isLegacy) this.#unicast(encodeLegacyResponse(query.id, answer), sender);
    else if (query.proposed.length > 0) this.#defend(answer);
    else if (this.#isForSenderAlone(answer)) {
      this.#unicast(encodeResponse(answer.answers, answer.additionals), sender);
    } else this.#queue(answer);
  }

  #isForSenderAlone({ questions }: MdnsAnswer): boolean {
    return questions.every(({ wantsUnicast }) => wantsUnicast) && this.#sinceMulticastMillis() < FRESH_MILLIS;
  }

  #sinceMulticastMillis(): number {
    return this.#options.clock.now() - this.#lastMulticastMillis;
  }

  #unicast(packet: Uint8Array, to: Endpoint): void {
    const { budget, clock, send } = this.#options;
    if (budget.spend(to.address, 1, clock.now())) void send(packet, to);
  }

  #defend({ answers, additionals }: MdnsAnswer): void {
    if (this.#sinceMulticastMillis() >= DEFENCE_MILLIS) void this.#multicast(encodeResponse(answers, additionals));
  }

  /** Queries that come before the response is sent are answered with it. */
  #queue({ answers, additionals }: MdnsAnswer): void {
    const isFirst = this.#pending.answers.size === 0;
    for (const record of answers) this.#pending.answers.add(record);
    for (const record of additionals) this.#pending.additionals.add(record);
    if (!isFirst) return;
    const isShared = answers.some(({ flush }) => !flush);
    const delayMillis = isShared ? LEAST_DELAY_MILLIS + this.#options.random() * MORE_DELAY_MILLIS : 0;
    this.#sendPendingAfter(Math.max(delayMillis, MULTICAST_MILLIS - this.#sinceMulticastMillis()));
  }

  #sendPendingAfter(millis: number): void {
    this.#cancel = this.#options.clock.after(millis, () => {
      // An announcement or a response to a probe may have been sent meanwhile.
      const waitMillis = MULTICAST_MILLIS - this.#sinceMulticastMillis();
      if (waitMillis > 0) return this.#sendPendingAfter(waitMillis);
      const { answers, additionals } = this.#pending;
      const following = [...additionals].filter((record) => !answers.has(record));
      const packet = encodeResponse([...answers], following);
      this.cancel();
      void this.#multicast(packet);
    });
  }

  #multicast(packet: Uint8Array): Promise<Error | undefined> {
    this.#lastMulticastMillis = this.#options.clock.now();
    return this.#options.send(packet);
  }
}
