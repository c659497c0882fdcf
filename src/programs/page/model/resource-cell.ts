import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";

interface Named {
  readonly name: string;
}

/** One resource of the home, as a signal of its own: a change of one lamp draws one tile. */
export class ResourceCell<Resource extends Named> {
  readonly #reported: Signal<Resource>;
  readonly #desired = signal<Partial<Resource> | undefined>(undefined);
  /** As the gateway tells it, with the fields of a command that is still on its way. */
  readonly shown: ReadonlySignal<Resource>;
  readonly name: ReadonlySignal<string>;

  constructor(resource: Resource) {
    this.#reported = signal(resource);
    this.shown = computed(() => {
      const desired = this.#desired.value;
      return desired ? { ...this.#reported.value, ...desired } : this.#reported.value;
    });
    this.name = computed(() => this.#reported.value.name);
  }

  /** As the gateway tells it. */
  get reported(): ReadonlySignal<Resource> {
    return this.#reported;
  }

  /** What the gateway tells; fields that are held are shown later. */
  report(resource: Resource): void {
    this.#reported.value = resource;
  }

  /** Shows fields before the gateway tells them, while a finger drags and until the last command is answered. */
  hold(fields: Partial<Resource>): void {
    this.#desired.value = { ...this.#desired.peek(), ...fields };
  }

  release(): void {
    this.#desired.value = undefined;
  }
}
