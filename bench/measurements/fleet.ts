import { join } from "node:path";
import { whole } from "../support/figures.ts";
import type { Bench, Measurement, Pace } from "../support/measurement.ts";
import { fleetResults } from "./fleet/fleet-results.ts";
import { type FleetSize, measureSize, type SizeFigures } from "./fleet/fleet-size.ts";
import { GrowingFleet, LIGHTS_OF_EACH } from "./fleet/growing-fleet.ts";
import { measureMemberCost, STEADY_CHANGES } from "./fleet/member-cost.ts";

/** A list of 100,000 lights is 65 MB: few ask for it. */
const SIZES: readonly FleetSize[] = [
  { gateways: 10, changesPerSecond: 100, listsPerSecond: 10 },
  { gateways: 100, changesPerSecond: 100, listsPerSecond: 10 },
  { gateways: 1_000, changesPerSecond: 1_000, listsPerSecond: 1 },
];
const SMALL = 100;

const sizesFor = ({ isQuick }: Pace): readonly FleetSize[] =>
  isQuick ? SIZES.filter(({ gateways }) => gateways <= SMALL) : SIZES;

/** `LUXGATE_BENCH_NATS=3` for a cluster of three. */
const { LUXGATE_BENCH_NATS: asked } = process.env;
const serverCount: 1 | 3 = asked === "3" ? 3 : 1;

export const fleet: Measurement = {
  title: "A fleet of gateways and its front",
  how: (pace) =>
    `${sizesFor(pace)
      .map(({ gateways }) => whole(gateways))
      .join(
        ", ",
      )} gateways of ${LIGHTS_OF_EACH} simulated lights each join a fleet on ${serverCount === 1 ? "one NATS server" : "three NATS servers"}, many in one process, each over a connection of its own with credentials of its own. \
The front is the program, on a core of its own; gateways and clients have the other core, NATS has both. Seconds of a start are from just before the process is made. Lists and single reads come at a steady pace from another process, first alone. \
Then lamps report changes at a steady pace, spread over all gateways: measured from just before the report until a client that follows the events of the front has the event. \
NATS alone: a plain consumer of the library reads all entries, and another one sees puts like those of the gateways at the same pace over one connection; none of our code is in between. Memory is \`VmRSS\` after all of that, and \`VmHWM\`. \
The cost for a gateway's own clients: two gateways with ${LIGHTS_OF_EACH} lights take turns, one with \`--fleet\`; lists and as many changes as there can be by \`wrk\` in ${pace.rounds} rounds of ${pace.seconds} s, and ${STEADY_CHANGES} changes a second by \`PUT\`. Ratios are the median of those of each round.`,
  measure: async (bench) => {
    const cost = await measureMemberCost(bench);
    return fleetResults(await measureSizes(bench), cost);
  },
};

/** One fleet grows from size to size. */
async function measureSizes(bench: Bench): Promise<readonly SizeFigures[]> {
  const growing = await GrowingFleet.start(join(bench.folder, "fleet"), serverCount);
  try {
    const measured: SizeFigures[] = [];
    for (const size of sizesFor(bench.pace)) {
      bench.progress.at(`fleet: ${size.gateways} gateways join`);
      await growing.growTo(size.gateways);
      measured.push(await measureSize(bench, growing, size));
    }
    return measured;
  } finally {
    await growing.stop();
  }
}
