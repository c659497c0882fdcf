import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import type { HomeView } from "../src/libraries/client/home-view.ts";
import { connect } from "../src/libraries/client/index.ts";
import { HurriedClock } from "./support/client/hurried-clock.ts";
import { LossyLine } from "./support/client/lossy-line.ts";
import { MovingGateway } from "./support/client/moving-gateway.ts";
import { atLeast, times } from "./support/depth.ts";
import { anyChange } from "./support/home/any-change.ts";
import { IDENTITY } from "./support/home/empty-gateway.ts";
import { FoldedHome } from "./support/home/folded-home.ts";

/** `npm run test:watch -- 1000` says how many. */
const { LUXGATE_WATCH_RUNS } = process.env;
const RUNS = Number(LUXGATE_WATCH_RUNS ?? times(40));
const HOSTS = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];

/** A client that follows a home over a line that breaks, to a gateway that comes and goes. */
class FollowedHome {
  readonly gateway: MovingGateway;
  readonly line = new LossyLine();
  readonly #end = new AbortController();
  readonly counts = { changes: 0, broken: 0, addresses: new Set<string>() };
  #view: HomeView | undefined;
  readonly #over: Promise<void>;

  constructor(gateway: MovingGateway, clock: HurriedClock) {
    this.gateway = gateway;
    this.#over = this.#follow(clock);
  }

  /** All that the client knows, as one text. */
  get known(): string {
    if (!this.#view) return "nothing";
    const { devices, lights, syncBoxes, rooms, scenes, groupLights } = this.#view;
    const lists = [devices, lights, syncBoxes, rooms, scenes, groupLights].map((shelf) => [...shelf.values()]);
    const [device, light, sync, room, scene, group_light] = lists;
    return new FoldedHome({ device, light, sync, room, scene, group_light } as never).text;
  }

  change(change: Change): void {
    this.gateway.running.gateway.submit(change);
  }

  async restart({ host, meanwhile }: { readonly host?: string; readonly meanwhile: number }): Promise<void> {
    const start = await this.gateway.stop();
    await pause(meanwhile);
    await start(host);
  }

  /** Once it knows exactly what the gateway answers, however long that takes. */
  async settles(): Promise<void> {
    for (let tries = 0; this.known !== this.gateway.reads && tries < 4_000; tries += 1) await pause(5);
    expect(this.known).toBe(this.gateway.reads);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#over;
    await this.gateway.stop();
  }

  async #follow(clock: HurriedClock): Promise<void> {
    const { signal } = this.#end;
    const { authority, discoveryPort } = this.gateway;
    const client = connect(`http://${authority}`, {
      resetId: IDENTITY.resetId,
      discoveryPort,
      fetch: this.line.fetch,
      clock,
    });
    const onState = ({ state }: { readonly state: string }) => {
      this.counts.addresses.add(client.address);
      if (state === "lost") this.counts.broken += 1;
    };
    for await (const change of client.watch({ signal, onState })) {
      this.#view = change.home;
      this.counts.changes += 1;
    }
  }
}

type Step = (followed: FollowedHome) => Promise<void> | void;
const named = (name: () => string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: name });

/** Another identity is another gateway, which nobody is to follow by itself. */
const isSameGateway = (change: Change): boolean =>
  change.kind !== "homeReplaced" || change.contents.identity.resetId === IDENTITY.resetId;

const change = anyChange.filter(isSameGateway).map((some) =>
  named(
    () => `change ${fc.stringify(some)}`,
    (followed) => followed.change(some),
  ),
);
const cut = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 })).map((bytes) =>
  named(
    () => `cut after ${bytes}`,
    ({ line }) => line.cut(bytes),
  ),
);
const stall = fc.constant(
  named(
    () => "stall",
    ({ line }) => line.stall(),
  ),
);
const lose = fc.integer({ min: 1, max: 3 }).map((events) =>
  named(
    () => `lose ${events}`,
    ({ line }) => line.lose(events),
  ),
);
const restart = fc
  .record({ host: fc.constantFrom(undefined, ...HOSTS), meanwhile: fc.nat(20) })
  .map(({ host, meanwhile }) =>
    named(
      () => `restart at ${host}`,
      (followed) => followed.restart({ meanwhile, ...(host === undefined ? {} : { host }) }),
    ),
  );
const wait = fc.nat(20).map((millis) =>
  named(
    () => `wait ${millis}`,
    async () => {
      await pause(millis);
    },
  ),
);

const anyStep = fc.oneof(
  { weight: 10, arbitrary: change },
  { weight: 2, arbitrary: cut },
  { weight: 1, arbitrary: stall },
  { weight: 3, arbitrary: lose },
  { weight: 2, arbitrary: restart },
  { weight: 4, arbitrary: wait },
);
const anySteps = fc.array(anyStep, { minLength: 5, maxLength: 30, size: "max" });

test(`under broken lines, lost events, restarts and changes of address, watch ends with the gateway's exact state`, async () => {
  const sums = { runs: 0, changes: 0, eventsLost: 0, broken: 0, moved: 0 };
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const clock = new HurriedClock(100);
      const followed = new FollowedHome(await MovingGateway.start(clock), clock);
      await followed.settles();
      for (const step of steps) await step(followed);
      await followed.settles();
      await followed.stop();
      sums.runs += 1;
      sums.changes += followed.counts.changes;
      sums.eventsLost += followed.line.eventsLost;
      sums.broken += followed.counts.broken;
      sums.moved += followed.counts.addresses.size - 1;
    }),
    { numRuns: RUNS },
  );
  console.info(
    `watch() ended with the gateway's exact state in ${sums.runs} of ${RUNS} runs: ` +
      `${sums.changes} changes received, ${sums.eventsLost} events lost, ${sums.broken} connections broken, ` +
      `${sums.moved} times found at another address.`,
  );
  expect(Math.min(sums.eventsLost, sums.broken, sums.moved)).toBeGreaterThanOrEqual(atLeast(3));
}, 3_600_000);
