import { atLeast } from "../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../support/figures.ts";
import { freePort } from "../support/free-port.ts";
import { LIGHTS_PATH, startHome } from "../support/homes.ts";
import type { Bench, Measurement } from "../support/measurement.ts";
import { startScraping } from "../support/scraping.ts";
import { interleaved, type LaneRounds } from "../support/wrk.ts";

const SIZES = [1, 50, 1_000];
const CONNECTIONS = 32;
const LEAST = 0.97;

const OFF = "metrics off";
const ON = "metrics on";

interface SizeFigures {
  readonly lights: number;
  readonly off: LaneRounds | undefined;
  readonly on: LaneRounds | undefined;
}

export const metrics: Measurement = {
  title: "The list of lights with metrics, beside the same without",
  how: ({ rounds, seconds }) =>
    `Two gateways with the same home, one of them with \`--metrics-port\`, whose metrics are scraped once a second, fifteen times as often as usual. \`wrk -t1\` asks for the list over ${CONNECTIONS} connections. \
Server and load are pinned to a core each; the two take turns, ${rounds} rounds of ${seconds} s each after a warm-up; the ratio is the median of those of each round.`,
  measure: async (bench) => {
    const sizes: SizeFigures[] = [];
    for (const lights of SIZES) sizes.push(await measureSize(bench, lights));
    return {
      tables: [
        {
          title: "Requests a second, and microseconds of the server's core for one answer",
          columns: ["lights", OFF, ON, "on ÷ off", `µs, ${OFF}`, `µs, ${ON}`],
          rows: sizes.map((size) => [
            whole(size.lights),
            whole(median(size.off?.figures ?? [])),
            whole(median(size.on?.figures ?? [])),
            ratio(onToOff(size), 3),
            ratio(median(size.off?.microseconds ?? []), 1),
            ratio(median(size.on?.microseconds ?? []), 1),
          ]),
        },
      ],
      aims: sizes.map((size) => {
        const what = `the list of ${whole(size.lights)} lights: requests a second, metrics on ÷ off`;
        return atLeast({ what, figure: onToOff(size), aim: LEAST, digits: 3 });
      }),
      rounds: sizes.flatMap(({ off, on }) => [off, on].filter((one) => one !== undefined)),
    };
  },
};

const onToOff = ({ on, off }: SizeFigures): number => medianRatio(on?.figures ?? [], off?.figures ?? []);

async function measureSize(bench: Bench, lights: number): Promise<SizeFigures> {
  const port = await freePort();
  const without = await startHome(bench, "metrics-off", { lights });
  const withMetrics = await startHome(bench, "metrics-on", { lights, args: ["--metrics-port", `${port}`] });
  const scraping = startScraping(`http://127.0.0.1:${port}/metrics`);
  try {
    const lanes = [
      { name: OFF, home: without },
      { name: ON, home: withMetrics },
    ].map(({ name, home }) => ({ name, url: `${home.url}${LIGHTS_PATH}`, pid: home.process.pid }));
    const [off, on] = await interleaved(bench, `${lights} lights`, { lanes, connections: CONNECTIONS });
    return { lights, off, on };
  } finally {
    scraping.stop();
    await Promise.all([without.stop(), withMetrics.stop()]);
  }
}
