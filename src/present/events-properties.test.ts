import fc from "fast-check";
import { expect, test } from "vitest";
import { anyChange } from "../../test/support/any-change.ts";
import { FoldedHome, type WireLists } from "../../test/support/folded-home.ts";
import { FOUNDED } from "../../test/support/founded-home.ts";
import { StoredGateway, settled } from "../../test/support/stored-gateway.ts";
import type { Change } from "../home/change.ts";
import type { Home } from "../home/home.ts";
import { WireEvents } from "./events.ts";
import { Journal } from "./journal.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "./texts.ts";

/** How many sequences of changes are folded. */
const SEQUENCES = 10_000;
const MEDDLED_SEQUENCES = 2_000;

const PLAIN = { lights: false, room: false, zigbee: false, devices: false };

/** Everything that the reads list, as a client has it that is told paths of pictures. */
function readAll(home: Home): FoldedHome {
  const texts: Record<keyof WireLists, readonly string[]> = {
    device: home.devices.all().map((device) => deviceText(home, device, PLAIN)),
    light: home.lights.all().map(lightText),
    sync: home.syncBoxes.all().map((box) => syncBoxText(home, box)),
    room: home.rooms.all().map((room) => roomText(home, room, PLAIN)),
    scene: home.scenes.all().flatMap((scene) => sceneText(home, scene, "") ?? []),
  };
  const parsed = Object.entries(texts).map(([type, list]) => [type, list.map((text) => JSON.parse(text))]);
  return new FoldedHome(Object.fromEntries(parsed) as WireLists);
}

/** A gateway with a client that read everything at the start and only listens since. */
class FollowedGateway extends StoredGateway {
  readonly #client: FoldedHome;
  readonly #journal = new Journal(0);

  constructor() {
    super(FOUNDED);
    this.#client = readAll(this.gateway.home);
    const events = new WireEvents(this.gateway.home);
    this.gateway.watch(({ replacements, because }) => this.#journal.append(events.of(replacements, because)));
    this.#journal.onAppended((appended) => {
      for (const { event, text } of appended) this.#client.apply({ ...event, item: JSON.parse(text) });
    });
  }

  expectFollowed(): void {
    expect(this.#client.text).toBe(readAll(this.gateway.home).text);
  }
}

type Step = (followed: FollowedGateway) => unknown;
const named = (name: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => name });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: anyChange.map((change) =>
      named(`report ${fc.stringify(change)}`, ({ gateway }) => gateway.submit(change)),
    ),
  },
  {
    weight: 8,
    arbitrary: anyChange.map((change) => named(`ask ${fc.stringify(change)}`, (followed) => followed.ask(change))),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      named("refuse", ({ store }) => store.refuse()),
      named("heal", ({ store }) => store.heal()),
      named("hold", ({ store }) => store.hold()),
      named("let go", ({ store }) => store.letGo()),
      named("1 s", ({ clock }) => clock.advance(1_000)),
    ),
  },
);

async function follow(followed: FollowedGateway, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    step(followed);
    await settled();
    followed.expectFollowed();
  }
  followed.store.letGo();
  await settled();
  followed.expectFollowed();
}

test("whatever happens and is taken back, events folded onto what was read are what the reads answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), (steps) => follow(new FollowedGateway(), steps)),
    { numRuns: SEQUENCES },
  );
}, 60_000);
