import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedReplicas } from "../../../../../test/support/zigbee2mqtt/replicas.ts";
import { lightIdOf } from "../ids.ts";

const WINDOW_MILLIS = 2_000;
const NUMBERS = [1, 2, 3];
const LAMPS = NUMBERS.map((number) => aBulb({ ieee: ieeeAddress(number), name: String(number), model: "dimmable" }));

const anyLamp = fc.constantFrom(...NUMBERS);
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ lamp: anyLamp, brightness: fc.constantFrom<number>(3, 51, 127, 254) }) },
  { weight: 4, arbitrary: fc.record({ lamp: anyLamp }) },
  { weight: 3, arbitrary: fc.record({ millis: fc.integer({ min: 1, max: 5_000 }) }) },
  { weight: 2, arbitrary: fc.constantFrom("cut" as const, "close" as const, "open" as const) },
);
type Step =
  | "cut"
  | "close"
  | "open"
  | { readonly millis: number }
  | { readonly lamp: number; readonly brightness?: number | undefined };

/** LightRegistry that are turned on and off before gateways, of which the first loses its connection now and then. */
class Story {
  readonly replicas: ScriptedReplicas;
  /** How each lamp was when it was last turned off. */
  readonly newest = new Map<number, number>();
  readonly #on = new Map<number, number>();

  constructor(gateways: number) {
    this.replicas = new ScriptedReplicas(gateways, LAMPS);
    for (const lamp of NUMBERS) this.tell({ lamp, brightness: 3 });
  }

  tell(step: Step): void {
    if (typeof step === "string") this.#connect(step);
    else if ("millis" in step) this.replicas.pass(step.millis);
    else if (step.brightness !== undefined) this.#turnOn(step.lamp, step.brightness);
    else this.#turnOff(step.lamp);
  }

  /** All gateways hear again how lamps are, and nothing is on its way any more. */
  settle(): void {
    this.tell("open");
    for (const lamp of NUMBERS) this.tell({ lamp, brightness: this.#on.get(lamp) });
    this.tell({ millis: 60_000 });
  }

  #turnOn(lamp: number, brightness: number): void {
    this.#on.set(lamp, brightness);
    this.replicas.deliver(String(lamp), { state: "ON", brightness });
  }

  #turnOff(lamp: number): void {
    const brightness = this.#on.get(lamp);
    if (brightness !== undefined) this.newest.set(lamp, brightness);
    this.#on.delete(lamp);
    this.replicas.deliver(String(lamp), { state: "OFF" });
  }

  #connect(how: "cut" | "close" | "open"): void {
    const [bridge] = this.replicas.bridges;
    if (!bridge || bridge.isOpen !== (how !== "open")) return;
    // A connection is over before there is another.
    if (how === "open") bridge.close();
    bridge[how]();
  }
}

test.each([2, 3])(
  "the newest note of each lamp is there in the end, none was left for nothing or sooner than two seconds after another, and %i gateways show the same",
  (gateways) => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60, size: "+1" }), (steps) => {
        const story = new Story(gateways);
        for (const step of steps) story.tell(step);
        story.settle();
        const { replicas, newest } = story;
        for (const lamp of NUMBERS) {
          const topic = `luxgate/shown/${lightIdOf(ieeeAddress(lamp), null)}`;
          const brightness = newest.get(lamp);
          expect(replicas.retained(topic)).toBe(brightness === undefined ? undefined : JSON.stringify({ brightness }));
          const states = replicas.published.filter((state) => state.topic === topic);
          expect(states.filter(({ payload, before }) => payload === before)).toEqual([]);
          for (const { by } of states) {
            const times = states.filter((state) => state.by === by).map(({ atMillis }) => atMillis);
            const gaps = times.slice(1).map((millis, at) => millis - (times[at] ?? 0));
            expect(gaps.filter((millis) => millis < WINDOW_MILLIS)).toEqual([]);
          }
        }
        const [first, ...others] = replicas.gateways.map(({ home }) => home.lights.all());
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: times(300) },
    );
  },
);
