import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atMost } from "../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../support/figures.ts";
import { type LargeHome, lightIds, startHome } from "../support/homes.ts";
import type { Bench, Measurement, Results } from "../support/measurement.ts";
import { pairedKey } from "../support/pairing.ts";
import { interleaved, type Lane, type LaneRounds } from "../support/wrk.ts";
import { changingScript, readingScript } from "../support/wrk-scripts.ts";

const SIZES = [100, 100_000];
const USED_LIGHTS = 100;
const CONNECTIONS = 32;
const AIM = 1.5;
const KINDS = ["single read", "change"] as const;

export const scale: Measurement = {
  title: "What one change and one read cost in small and large homes",
  how: ({ rounds, seconds }) =>
    `Homes of ${SIZES.map(whole).join(" and ")} lights; in each, ${USED_LIGHTS} lights that are spread over its list take turns, and nobody reads the list. \`wrk -t1\` over ${CONNECTIONS} connections reads one light after the other, \
or gives one after the other a new brightness by \`PUT\`, which is stored before it is answered. A core for each side, the median of ${rounds} rounds of ${seconds} s in turn; a ratio is the median of those of each round. The cost is the time that the gateway, with all its threads, has used of its core.`,
  measure: async (bench) => {
    const homes: LargeHome[] = [];
    try {
      for (const lights of SIZES) homes.push(await startHome(bench, "scale", { lights, areBare: true }));
      const lanes = await Promise.all(homes.map((home, place) => lanesTo(bench, home, SIZES[place] ?? 0)));
      const rounds = await interleaved(bench, "scale", { lanes: lanes.flat(), connections: CONNECTIONS });
      return results(lanes.flat(), rounds);
    } finally {
      await Promise.all(homes.map((home) => home.stop()));
    }
  },
};

/** One for each kind of request. */
async function lanesTo({ folder }: Bench, home: LargeHome, lights: number): Promise<readonly Lane[]> {
  const ids = await lightIds(home.url, USED_LIGHTS);
  const key = await pairedKey(home);
  const scripts = { "single read": readingScript(ids), change: changingScript(ids, key) };
  return KINDS.map((kind, place) => {
    const script = join(folder, `scale-${lights}-${place}.lua`);
    writeFileSync(script, scripts[kind]);
    return { name: nameOf(kind, lights), url: home.url, script, pid: home.process.pid };
  });
}

const nameOf = (kind: string, lights: number): string => `${kind}, ${whole(lights)} lights`;

function results(lanes: readonly Lane[], rounds: readonly LaneRounds[]): Results {
  const costs = new Map(lanes.map(({ name }, place) => [name, rounds[place]?.microseconds ?? []]));
  const [few = 0, many = 0] = SIZES;
  return {
    tables: [
      {
        title: "",
        columns: ["", "µs of the server's core each", "requests a second"],
        rows: lanes.map(({ name }, place) => [
          name,
          ratio(median(costs.get(name) ?? []), 1),
          whole(median(rounds[place]?.figures ?? [])),
        ]),
      },
    ],
    aims: KINDS.map((kind) =>
      atMost({
        what: `cost of one ${kind}, ${whole(many)} lights ÷ ${whole(few)} lights`,
        figure: medianRatio(costs.get(nameOf(kind, many)) ?? [], costs.get(nameOf(kind, few)) ?? []),
        aim: AIM,
      }),
    ),
    rounds,
  };
}
