import type { Gateway } from "../../core/gateway/gateway.ts";
import type { Replacement } from "../../core/home/changes/replacement.ts";
import type { DeviceId } from "../../core/home/model/ids.ts";
import type { MonotonicClock } from "../../shared/clock.ts";

/**
 * Since when devices are offline, as far as this process has seen: the home does not store it, so for devices that are
 * offline at the start the time begins with the start.
 */
export class OfflineTimes {
  readonly #now: MonotonicClock;
  readonly #sinceMillis = new Map<DeviceId, number>();
  readonly #unsubscribe: () => void;

  private constructor(gateway: Pick<Gateway, "home" | "watch">, now: MonotonicClock) {
    this.#now = now;
    for (const { id, online } of gateway.home.devices.all()) if (!online) this.#sinceMillis.set(id, now());
    this.#unsubscribe = gateway.watch(({ replacements }) => {
      for (const replacement of replacements) this.#follow(replacement);
    });
  }

  static follow(gateway: Pick<Gateway, "home" | "watch">, now: MonotonicClock): OfflineTimes {
    return new OfflineTimes(gateway, now);
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** How many devices have been offline for at least so long. */
  countFor(millis: number): number {
    const nowMillis = this.#now();
    return [...this.#sinceMillis.values()].filter((sinceMillis) => nowMillis - sinceMillis >= millis).length;
  }

  #follow(replacement: Replacement): void {
    if (replacement.in !== "devices") return;
    const { before, after } = replacement;
    if (before && after?.online !== false) this.#sinceMillis.delete(before.id);
    if (after?.online === false && !this.#sinceMillis.has(after.id)) this.#sinceMillis.set(after.id, this.#now());
  }
}
