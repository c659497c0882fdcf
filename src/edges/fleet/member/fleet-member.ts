import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Gateway } from "../../../core/gateway/gateway.ts";
import type { ChangeNotification } from "../../../core/home/changes/change-notification.ts";
import type { Replacement } from "../../../core/home/changes/replacement.ts";
import type { Clock } from "../../../shared/clock.ts";
import { pause } from "../../../shared/pause.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { FleetAnswer, FleetCommand } from "../command.ts";
import { connectToFleet, type FleetState, whyUnfit } from "../connection.ts";
import type { FleetAddress } from "../fleet-address.ts";

import { bootId } from "./boot-id.ts";
import { type AnsweringOptions, CommandAnswerer } from "./command-answerer.ts";
import { type FleetCondition, problemOf } from "./condition.ts";
import { HomeEntries } from "./home-entries.ts";
import { Presence } from "./presence.ts";
import { presenceValue } from "./presence-value.ts";
import { PublishedMemory } from "./published-memory.ts";
import { Publisher } from "./publisher.ts";
import { type Put, type PutOutcome, Putting } from "./put.ts";

export interface FleetMemberOptions extends AnsweringOptions {
  readonly address: FleetAddress;
  readonly gatewayId: string;
  /** The data folder, which has the memory of what was published. */
  readonly folder: string;
  readonly gateway: Gateway;
  readonly version: string;
  /** Whether its lamps are simulated. */
  readonly isSimulated?: boolean;
  /** Where clients of its own reach the gateway. */
  readonly ip: () => string | undefined;
  /** What keeps the gateway from doing all its work, in words for anybody who asks. */
  readonly problems: () => readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
  /** By the wall clock, for people to read. */
  readonly today: () => Date;
  /** Called when the server, the membership or the problem is another one. */
  readonly onCondition: (condition: FleetCondition) => void;
}

/** Publishing takes a quarter of the time, unless nobody else needs it. */
const SLICES = { sliceMillis: 1, restMillis: 3 };
const MEMORY_RETRY_MILLIS = 5_000;
/** How long the answer to a command waits until what it changed is published. */
const PUBLISH_MILLIS = 250;
/** A gateway that stops waits no longer for the cluster. */
const STOP_MILLIS = 1_500;

/** The parts that need the memory. */
interface Parts {
  readonly memory: PublishedMemory;
  readonly publisher: Publisher;
  readonly presence: Presence;
}

/** A gateway's place in a fleet: publishes its home, shows that it is there, and answers the fleet's commands. */
export class FleetMember {
  readonly #options: FleetMemberOptions;
  readonly #queue: StepQueue;
  readonly #answerer: CommandAnswerer;
  readonly #stopping = new AbortController();
  readonly #startedAt: string;
  readonly #instance = randomUUID();
  #opening: Promise<unknown> = Promise.resolve();
  #parts: Parts | undefined;
  #connection: NatsConnection | undefined;
  #putting: Putting | undefined;
  #state: FleetState | undefined;
  #memoryProblem: string | undefined;
  #told = "";
  #sinceMillis: number;
  #unwatch: () => void = () => undefined;

  private constructor(options: FleetMemberOptions) {
    this.#options = options;
    this.#queue = new StepQueue(options.clock.now, SLICES);
    this.#answerer = new CommandAnswerer({ ...options, answer: (command) => this.#answer(command) });
    this.#startedAt = options.today().toISOString();
    this.#sinceMillis = options.clock.now();
  }

  /** Joins as soon as the cluster is reached; nobody has to wait for that. */
  static start(options: FleetMemberOptions): FleetMember {
    const member = new FleetMember(options);
    member.#run().catch((fault) => {
      if (!member.#stopping.signal.aborted) options.onFault(fault);
    });
    return member;
  }

  get condition(): FleetCondition {
    const { publisher, presence } = this.#parts ?? {};
    const server = this.#state?.state === "connected" ? this.#state.server : undefined;
    return {
      gatewayId: this.#options.gatewayId,
      server,
      isMember: presence?.state.state === "held",
      problem: problemOf({
        connection: this.#state,
        unfit: server !== undefined && this.#connection ? whyUnfit(this.#connection) : undefined,
        presence: presence?.state,
        memory: this.#memoryProblem ?? publisher?.memoryProblem,
        refused: publisher?.refused,
      }),
      sinceMillis: this.#sinceMillis,
      pending: publisher?.pending ?? 0,
      refused: publisher?.refused.size ?? 0,
    };
  }

  /** Publishes what is left, if the cluster is there, and says that this gateway stops. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#answerer.end();
    await this.#opening;
    const given = new AbortController();
    await Promise.race([this.#finish(), pause(this.#options.clock, STOP_MILLIS, given.signal)]);
    given.abort();
    this.#unwatch();
    this.#putting?.giveUp();
    this.#parts?.publisher.stop();
    this.#parts?.presence.suspend();
    await this.#connection?.close();
    await this.#parts?.memory.close().catch(this.#options.onFault);
  }

  async #finish(): Promise<void> {
    await this.#answerer.settled();
    const { publisher, presence } = this.#parts ?? {};
    if (presence?.state.state !== "held") return;
    await publisher?.settled();
    await presence.end();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const opening = this.#openMemory(signal);
    this.#opening = opening;
    const memory = await opening;
    if (!memory) return;
    this.#parts = this.#partsWith(memory);
    this.#unwatch = this.#options.gateway.watchInSteps((notification) => this.#follow(notification));
    await this.#parts.publisher.markAll();
    const { address, gatewayId: name, clock, random } = this.#options;
    const onState = (state: FleetState) => this.#become(state);
    const connection = await connectToFleet({ ...address, name, clock, random, signal, onState });
    this.#connection = connection;
    this.#putting = new Putting(jetstream(connection), name);
    this.#begin();
  }

  /** Tries again for as long as the folder cannot be written to. */
  async #openMemory(signal: AbortSignal): Promise<PublishedMemory | undefined> {
    const { folder, gatewayId, clock } = this.#options;
    while (!signal.aborted) {
      try {
        const memory = await PublishedMemory.open({ folder, gatewayId, bootId: bootId(), clock, queue: this.#queue });
        this.#memoryProblem = undefined;
        if (!signal.aborted) return memory;
        await memory.close();
      } catch (error) {
        this.#memoryProblem = error instanceof Error ? error.message : String(error);
        this.#tell();
        await pause(clock, MEMORY_RETRY_MILLIS, signal);
      }
    }
    return undefined;
  }

  #partsWith(memory: PublishedMemory): Parts {
    const { gateway, today } = this.#options;
    const common = { ...this.#options, memory, queue: this.#queue, put: (put: Put) => this.#put(put) };
    const publisher: Publisher = new Publisher({
      ...common,
      entries: new HomeEntries(gateway),
      onRolledBack: () => void presence.beginEpoch(),
    });
    const presence: Presence = new Presence({
      ...common,
      describe: (isStopped) => this.#describe(memory, isStopped),
      describeConflict: () => JSON.stringify({ at: today().toISOString(), host: hostname() }),
      onChange: ({ state }) => this.#followPresence(state === "held"),
      onRenewed: () => void publisher.markAll(),
    });
    return { memory, publisher, presence };
  }

  /** A client that reads at a front after its command sees what the command did: the answer waits for that, for a moment. */
  async #answer(command: FleetCommand): Promise<FleetAnswer> {
    const answer = await this.#options.answer(command);
    const published = this.#parts?.publisher.upToNow();
    const waited = new AbortController();
    const late = pause(this.#options.clock, PUBLISH_MILLIS, waited.signal).then(() => undefined);
    const revision = await Promise.race([published, late]);
    waited.abort();
    return revision === undefined ? answer : { ...answer, revision };
  }

  async #put(put: Put): Promise<PutOutcome> {
    return this.#putting && this.#state?.state === "connected" ? this.#putting.put(put) : { kind: "unanswered" };
  }

  #describe({ epoch }: PublishedMemory, isStopped: boolean): string {
    const { gateway, version, problems, isSimulated = false } = this.#options;
    const { pending, problem } = this.condition;
    const ip = this.#options.ip();
    // Comes by as often as the presence is renewed.
    this.#tell();
    return presenceValue({
      home: gateway.home,
      epoch,
      instance: this.#instance,
      version,
      startedAt: this.#startedAt,
      ...(ip === undefined ? {} : { ip }),
      problems: [...problems(), ...(problem === undefined ? [] : [problem])],
      pending,
      ...(isSimulated ? { simulated: true } : {}),
      isStopped,
    });
  }

  #become(state: FleetState): void {
    this.#state = state;
    if (state.state === "connected") this.#begin();
    else this.#suspend();
    this.#tell();
  }

  #begin(): void {
    if (!this.#connection || this.#state?.state !== "connected" || this.#stopping.signal.aborted) return;
    if (whyUnfit(this.#connection) === undefined) this.#parts?.presence.begin();
    this.#tell();
  }

  #suspend(): void {
    this.#putting?.giveUp();
    this.#parts?.presence.suspend();
    this.#followPresence(false);
  }

  #followPresence(isHeld: boolean): void {
    if (isHeld && this.#connection) {
      this.#parts?.publisher.open();
      this.#answerer.begin(this.#connection, this.#options.gatewayId);
    } else {
      this.#parts?.publisher.shut();
      this.#answerer.end();
    }
    this.#tell();
  }

  #follow({ replacements, isLarge }: ChangeNotification): Steps<void> | undefined {
    if (isLarge) return this.#marking(replacements);
    for (const replacement of replacements) this.#parts?.publisher.mark(replacement);
    return undefined;
  }

  *#marking(replacements: readonly Replacement[]): Steps<void> {
    for (const replacement of replacements) {
      this.#parts?.publisher.mark(replacement);
      yield;
    }
  }

  #tell(): void {
    const { server, isMember, problem } = this.condition;
    const told = JSON.stringify([server, isMember, problem]);
    if (told === this.#told) return;
    this.#told = told;
    this.#sinceMillis = this.#options.clock.now();
    this.#options.onCondition(this.condition);
  }
}
