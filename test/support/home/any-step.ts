import fc from "fast-check";
import type { Change } from "../../../src/core/home/changes/change.ts";
import { contentsOf } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { GroupLightId } from "../../../src/core/home/model/ids.ts";
import { isGateway } from "../../../src/core/home/model/product.ts";
import { lightsOf } from "../../../src/core/home/select.ts";
import type { StoredGateway } from "../store/stored-gateway.ts";
import { anyChange } from "./any-change.ts";

/** Something that a test does to a gateway and its store. */
export type Step = (stored: StoredGateway) => unknown;

/** The name is for whoever reads a counterexample. */
const named = (name: () => string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: name });
const oneOf = (steps: Readonly<Record<string, Step>>): fc.Arbitrary<Step> =>
  fc.constantFrom(...Object.entries(steps).map(([name, step]) => named(() => name, step)));

const nameOf = (how: string, change: Change) => () => `${how} ${fc.stringify(change)}`;
const report = (change: Change): Step => named(nameOf("report", change), ({ gateway }) => gateway.submit(change));
const command = (change: Change): Step => named(nameOf("command", change), (stored) => stored.ask(change));

/** Several reports with one notification. */
const batch = (changes: readonly Change[]): Step =>
  named(
    () => `batch ${fc.stringify(changes)}`,
    ({ gateway }) =>
      gateway.batch(() => {
        for (const change of changes) gateway.submit(change);
      }),
  );

/** Any change at all: a report, by itself or in a batch, or a command. */
export const anyMaking: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: anyChange.map(report) },
  { weight: 1, arbitrary: fc.array(anyChange, { maxLength: 6 }).map(batch) },
  { weight: 4, arbitrary: anyChange.map(command) },
);

/** The home comes again, a little otherwise: so it does when an export of it is brought back. */
const again =
  (otherwise: (contents: HomeContents) => Partial<HomeContents>): Step =>
  (stored) => {
    const contents = contentsOf(stored.gateway.home);
    return stored.ask({ kind: "homeReplaced", contents: { ...contents, ...otherwise(contents) } });
  };

/** The first device goes and comes just as it was: only where it stands is otherwise. */
function leaveAndJoin(stored: StoredGateway): void {
  const { home } = stored.gateway;
  const device = home.devices.all().find(({ product }) => !isGateway(product));
  if (!device) return;
  const lights = lightsOf(home, device);
  const syncBox = (device.syncBoxId && home.syncBoxes.get(device.syncBoxId)) || null;
  stored.ask({ kind: "deviceLeft", deviceId: device.id });
  stored.gateway.submit({ kind: "deviceJoined", device, lights, syncBox });
}

const anyReturn = oneOf({
  "leave and join": leaveAndJoin,
  "again in another order": again(({ devices }) => ({ devices: devices.toReversed() })),
  "again with other group lights": again(({ rooms }) => ({
    rooms: rooms.map((room) => ({ ...room, groupLightId: String(room.id) as GroupLightId })),
  })),
});

const anyFate = oneOf({
  refuse: ({ store }) => store.refuse(),
  heal: ({ store }) => store.heal(),
  hold: ({ store }) => store.hold(),
  "let go": ({ store }) => store.letGo(),
  "a second passes": ({ clock }) => clock.advance(1_000),
});

const anyStep = fc.oneof(
  { weight: 16, arbitrary: anyMaking },
  { weight: 6, arbitrary: anyFate },
  { weight: 1, arbitrary: anyReturn },
);

/** Mostly a few steps, so that there can be many tries; now and then a long story. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 30, arbitrary: fc.array(anyStep, { maxLength: 10, size: "max" }) },
  { weight: 1, arbitrary: fc.array(anyStep, { maxLength: 100, size: "max" }) },
);
