import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { EventLoad, KINDS, type Kind, type Told } from "./support/event-load.ts";
import { mostMegabytes } from "./support/event-load-figures.ts";
import { Program, temporaryFolder } from "./support/program.ts";

/** `npm run bench -- events` has more that read, for longer; so many that do not would show in the memory. */
const READERS = 10;
const IDLERS = 80;
const LAMPS = 20;
const PER_SECOND = 100;
const HALL_LAMPS = 1_000;
/** After so many scenes of the hall, and the snapshot, the system takes nothing more for a client that does not read. */
const SCENES_UNTIL_STUCK = 14;
/** After so many at the latest the history has passed by whoever is stuck. */
const MOST_SCENES = 200;
/** Two thirds of it are garbage and history; had those that do not read queues of their own, it would be 410. */
const MOST_MEGABYTES_MORE = 340;
const PATIENCE_MILLIS = 600_000;

/** As many lamps in one room as make every scene a thousand events. */
const HALL = [
  "  - name: Hall",
  "    devices:",
  ...Array.from(
    { length: HALL_LAMPS },
    (_, index) => `      - { name: Hall ${index}, product: colour bulb, on: true }`,
  ),
  "    scenes:",
  '      - { name: Dusk, colours: ["#ea662d", "#f2a03d", "#c8452c", "#8f2d56", "#3f2b56"] }',
  '      - { name: Dawn, colours: ["#0b3d4f", "#16796f", "#3ddc97", "#7b5cd6", "#1b1f4b"] }',
  "",
].join("\n");

async function loadedGateway(): Promise<EventLoad> {
  const file = join(temporaryFolder(), "home.yaml");
  writeFileSync(file, generatedHome(LAMPS) + HALL);
  const folder = temporaryFolder();
  const args = ["--host", "127.0.0.1", "--data-dir", folder, "--home", file, "--no-mqtt-resync"];
  await Program.serve(args).ready();
  const load = await EventLoad.on(folder, { clientsOfEach: READERS, lamps: LAMPS });
  onTestFinished(() => load.end());
  return load;
}

/** Turns the hall from one scene to the other, and everybody is told, so many times or until that is enough. */
async function turnHall(load: EventLoad, count: number, isEnough: () => boolean = () => false): Promise<void> {
  const { operator } = load.gateway;
  for (let turn = 0; turn < count && !isEnough(); turn += 1) {
    await operator.done({ command: "scene.activate", with: { scene: turn % 2 === 0 ? "Hall/Dawn" : "Hall/Dusk" } });
    await load.allTold();
    await load.gateway.look();
  }
}

const followers = ({ gateway }: EventLoad) => gateway.looks.at(-1)?.followers;

/** Everybody heard of every change once, in one order. */
function expectAllDelivered(told: Readonly<Record<Kind, Told>>): void {
  for (const kind of KINDS) {
    const { delaysMillis, expected, lost, doubled, faults } = told[kind];
    expect([kind, delaysMillis.length, lost, doubled, faults]).toEqual([kind, expected, 0, 0, []]);
  }
}

// How long others wait meanwhile is measured by `npm run bench -- events`: here the machine may have other things to do.
test(
  `${IDLERS} clients of each kind that never read are dropped; nobody else misses anything, and nothing piles up`,
  async () => {
    const load = await loadedGateway();
    expectAllDelivered(await load.change({ perSecond: PER_SECOND, seconds: 1 }));
    await load.idle(IDLERS);
    await load.gateway.look();
    expect(followers(load)).toEqual({ http: READERS + IDLERS, mqtt: READERS + IDLERS });

    await turnHall(load, SCENES_UNTIL_STUCK);
    expectAllDelivered(await load.change({ perSecond: PER_SECOND, seconds: 2 }));
    await turnHall(load, MOST_SCENES, () => followers(load)?.http === READERS);
    await expect.poll(() => followers(load)).toEqual({ http: READERS, mqtt: READERS });
    expectAllDelivered(await load.change({ perSecond: PER_SECOND, seconds: 1 }));
    const [begin] = load.gateway.looks;
    expect(mostMegabytes(load.gateway.looks) - (begin?.megabytes ?? 0)).toBeLessThan(MOST_MEGABYTES_MORE);
  },
  PATIENCE_MILLIS,
);
