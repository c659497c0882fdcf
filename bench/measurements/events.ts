import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EventLoad, KINDS, type Kind, type Told } from "../../e2e/support/event-load.ts";
import { droppedAfter, mostMegabytes, percentile } from "../../e2e/support/event-load-figures.ts";
import { generatedHome } from "../generated-home.ts";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import type { Aim, Bench, Measurement, Pace, Results } from "../support/measurement.ts";
import { startGateway } from "../support/process.ts";

const READERS = 80;
const IDLERS = 20;
const LAMPS = 20;
const PER_SECOND = 100;
/** Node lets garbage be for a while: what is kept for 20 clients that do not read would be twice as much. */
const AIM = { millis: 250, megabytes: 128 };

/** Linux takes some 4 MB for a socket that nobody reads: of these homes only the second has a snapshot of more. */
const HOMES = [
  { lights: 20, scenesInRoom: 0, dropped: ["mqtt"] },
  { lights: 10_000, scenesInRoom: 5, dropped: KINDS },
] as const;

const secondsFor = ({ isQuick }: Pace) => (isQuick ? { without: 3, with: 6 } : { without: 20, with: 60 });

export const events: Measurement = {
  title: "Events to clients that read, while others do not",
  how: (pace) =>
    `${READERS} clients of one process follow events over HTTP and ${READERS} over MQTT with QoS 1; the gateway has a core. ${PER_SECOND} changes a second over HTTP; after ${secondsFor(pace).without} s, ${IDLERS} more of each kind subscribe and never read, \
for ${secondsFor(pace).with} s. Measured from just before a change is sent until a client has the event. Those that never read are to be dropped once the system takes nothing more for them.`,
  measure: async (bench) => {
    const found: Results[] = [];
    for (const home of HOMES) found.push(await measureHome(bench, home));
    return { tables: found.flatMap(({ tables }) => tables), aims: found.flatMap(({ aims }) => aims) };
  },
};

async function measureHome(
  { folder, pace, progress }: Bench,
  { lights, scenesInRoom, dropped }: (typeof HOMES)[number],
): Promise<Results> {
  const file = join(folder, `events-${lights}.yaml`);
  writeFileSync(file, generatedHome(lights, scenesInRoom));
  const stateFolder = join(folder, `events-${lights}`);
  const server = await startGateway(stateFolder, ["--home", file, "--no-mqtt-resync"]);
  const load = await EventLoad.on(stateFolder, { clientsOfEach: READERS, lamps: LAMPS });
  const { gateway } = load;
  try {
    progress.at(`events: ${lights} lights`);
    const before = await load.change({ perSecond: PER_SECOND, seconds: secondsFor(pace).without });
    await load.idle(IDLERS);
    const joined = await gateway.look();
    const told = await load.change({ perSecond: PER_SECOND, seconds: secondsFor(pace).with });
    progress.clear();
    const since = gateway.looks.slice(gateway.looks.indexOf(joined));
    const most = mostMegabytes(gateway.looks.slice(0, gateway.looks.indexOf(joined)));
    const grown = mostMegabytes(gateway.looks) - most;
    const home = `events, ${whole(lights)} lights`;
    const lastDropped = (kind: Kind) => droppedAfter(since, kind, { left: READERS }).last ?? Number.NaN;
    const drops = KINDS.map((kind) => `${kind}: ${shownSeconds(lastDropped(kind))}`);
    return {
      tables: [
        {
          title: `Milliseconds, ${whole(lights)} lights`,
          columns: ["", "never read", "p50", "p99", "longest", "expected", "received", "lost", "doubled"],
          rows: [
            ...KINDS.map((kind) => [kind, "0", ...cells(before[kind])]),
            ...KINDS.map((kind) => [kind, `${IDLERS}`, ...cells(told[kind])]),
          ],
        },
        {
          title: "",
          columns: ["the last that never reads is dropped after", "memory at most before they came", "and in all"],
          rows: [[drops.join("; "), `${most} MB`, `${mostMegabytes(gateway.looks)} MB`]],
        },
      ],
      aims: [
        ...KINDS.flatMap((kind) => aimsFor(`${home}, ${kind}`, told[kind])),
        ...dropped.map((kind) => isDropped(`${home}, ${kind}`, lastDropped(kind))),
        atMost({ what: `${home}: memory for those that never read`, figure: grown, aim: AIM.megabytes, unit: " MB" }),
      ],
    };
  } finally {
    await load.end();
    await server.stop();
  }
}

const aimsFor = (what: string, { delaysMillis, expected, lost, doubled, faults }: Told): readonly Aim[] => [
  atMost({ what: `${what}: p99`, figure: percentile(delaysMillis, 99), aim: AIM.millis, unit: " ms" }),
  atMost({
    what: `${what}: lost, doubled or wrong`,
    figure: lost + doubled + faults.length + Math.abs(expected - delaysMillis.length),
    aim: 0,
    digits: 0,
  }),
];

const isDropped = (what: string, seconds: number): Aim => ({
  what: `${what}: those that never read are dropped`,
  aim: "all",
  figure: shownSeconds(seconds),
  isReached: !Number.isNaN(seconds),
});

const shownSeconds = (seconds: number): string => (Number.isNaN(seconds) ? "not dropped" : `${ratio(seconds, 1)} s`);

function cells({ delaysMillis, expected, lost, doubled }: Told): readonly string[] {
  const delays = [50, 99, 100].map((hundredths) => ratio(percentile(delaysMillis, hundredths), 1));
  return [...delays, ...[expected, delaysMillis.length, lost, doubled].map(whole)];
}
