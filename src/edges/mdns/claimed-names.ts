import { numberedName } from "./instance-name.ts";
import type { MdnsService } from "./service.ts";

/** RFC 6762 §8.1: the first probe waits up to so long, and longer after so many conflicts in a row. */
const FIRST_PROBE_MILLIS = 250;
const MANY_CONFLICTS = 15;
const MANY_CONFLICTS_MILLIS = 5_000;

/** A service under the names that are free on its networks, as far as that is known. */
export class ClaimedNames {
  #service: MdnsService;
  readonly #hostname: string;
  #hostNumber = 1;
  #conflicts = 0;

  constructor(service: MdnsService) {
    this.#service = service;
    this.#hostname = service.hostname;
  }

  get service(): MdnsService {
    return this.#service;
  }

  /** When to probe for the names. */
  probeDelayMillis(random: () => number): number {
    return this.#conflicts >= MANY_CONFLICTS ? MANY_CONFLICTS_MILLIS : random() * FIRST_PROBE_MILLIS;
  }

  /** Somebody else uses one of the names as well. */
  contest(): void {
    this.#conflicts += 1;
  }

  /** Nobody does. */
  confirm(): void {
    this.#conflicts = 0;
  }

  /** Takes the next name in place of one that somebody else has. */
  renounce(which: "service" | "host"): void {
    if (which === "service") this.#service = { ...this.#service, name: numberedName(this.#service.name) };
    else {
      this.#hostNumber += 1;
      this.#service = { ...this.#service, hostname: `${this.#hostname}-${this.#hostNumber}` };
    }
  }
}
