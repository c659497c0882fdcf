import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { GatewayList, ListedGateway } from "../../../shared/listed-gateway.ts";
import { askRepeatedly, type RepeatedQuestion, type Surroundings } from "../operator/ask-repeatedly.ts";

/** From an answer to the next question: the health of gateways is seconds old anyway. */
const PAUSE_MILLIS = 3_000;

/** Whether the list of gateways is there: `locked` is a front that is not read without a key. */
type FleetState = "asking" | "known" | "away" | "locked";

/** What the list of gateways is asked for with; a refusal for want of a key is `locked`. */
export type AskForGateways = (gatewayId: string | undefined) => Promise<GatewayList | "locked">;

interface FleetOptions extends Surroundings {
  /** Whether the page is that of a front: a gateway by itself has no fleet. */
  readonly isFront: boolean;
  /** The gateway that the address names. */
  readonly gatewayId: ReadonlySignal<string | undefined>;
  readonly ask: AskForGateways;
  /** There is no gateway of this id in the fleet, or no more. */
  readonly onMissing: (gatewayId: string) => void;
}

/** The gateways of a fleet: all while one is chosen, and the chosen one afterwards. */
export class Fleet {
  readonly isFront: boolean;
  readonly gatewayId: ReadonlySignal<string | undefined>;
  /** Which gateway the person looks for. */
  readonly search = signal("");
  readonly #options: FleetOptions;
  readonly #state = signal<FleetState>("asking");
  readonly #count = signal<number | undefined>(undefined);
  readonly #gateways = signal<readonly ListedGateway[] | undefined>(undefined);
  readonly #chosen = signal<ListedGateway | undefined>(undefined);
  readonly #silentSeconds = signal(0);
  #question: RepeatedQuestion | undefined;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.isFront = options.isFront;
    this.gatewayId = options.gatewayId;
  }

  get state(): ReadonlySignal<FleetState> {
    return this.#state;
  }

  /** All of them, as they were when all were last asked for. */
  get gateways(): ReadonlySignal<readonly ListedGateway[] | undefined> {
    return this.#gateways;
  }

  /** For how long the front has not heard of the fleet. */
  get silentSeconds(): ReadonlySignal<number> {
    return this.#silentSeconds;
  }

  /** The chosen gateway, once the front has told of it. */
  readonly chosen: ReadonlySignal<ListedGateway | undefined> = computed(() =>
    [this.#chosen.value, ...(this.#gateways.value ?? [])].find((row) => row?.id === this.gatewayId.value),
  );

  /** Whether there is a choice. */
  readonly isMany: ReadonlySignal<boolean> = computed(() => (this.#count.value ?? 0) > 1);

  /** Whose home is followed: that of all, as ever, where there is no choice. */
  readonly followed: ReadonlySignal<"none" | "all" | { readonly gatewayId: string }> = computed(() => {
    const gatewayId = this.gatewayId.value;
    if (!this.isFront) return "all";
    if (gatewayId !== undefined) return { gatewayId };
    return this.#count.value === undefined || this.isMany.value ? "none" : "all";
  });

  /** Asks again and again while somebody looks: for what the page shows. */
  start(): void {
    if (!this.isFront || this.#question) return;
    this.#question = askRepeatedly({
      ...this.#options,
      pauseMillis: PAUSE_MILLIS,
      ask: async () => {
        const gatewayId = this.gatewayId.peek();
        return { gatewayId, answer: await this.#options.ask(gatewayId) };
      },
      onAnswer: ({ gatewayId, answer }) => this.#take(gatewayId, answer),
      onFailure: () => {
        this.#state.value = "away";
        return "ask-again";
      },
    });
    let asked = this.gatewayId.peek();
    this.gatewayId.subscribe((gatewayId) => {
      if (gatewayId !== asked) this.#question?.again();
      asked = gatewayId;
    });
  }

  /** Somebody may know more now, such as who has been paired. */
  again(): void {
    this.#question?.again();
  }

  #take(gatewayId: string | undefined, answer: GatewayList | "locked"): void {
    if (answer === "locked") {
      this.#state.value = "locked";
      return;
    }
    const { count, gateways, silentSeconds } = answer;
    batch(() => {
      this.#state.value = "known";
      this.#count.value = count;
      this.#silentSeconds.value = silentSeconds;
      if (gatewayId === undefined) this.#gateways.value = gateways;
      else this.#chosen.value = gateways.find(({ id }) => id === gatewayId);
    });
    const isMissing = gatewayId !== undefined && gateways.length === 0;
    if (isMissing && gatewayId === this.gatewayId.peek()) this.#options.onMissing(gatewayId);
  }
}
