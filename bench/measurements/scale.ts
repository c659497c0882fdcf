import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atMost } from "../support/aims.ts";
import { median, ratio, whole } from "../support/figures.ts";
import { type LargeHome, LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import type { Bench, Findings, Measurement, Pace, Rounds } from "../support/measurement.ts";
import { pairedKey } from "../support/pairing.ts";
import { usedSeconds } from "../support/process-figures.ts";
import { type Lane, requestsPerSecond } from "../support/wrk.ts";

const SIZES = [100, 100_000];
const USED_LIGHTS = 100;
const CONNECTIONS = 32;
const AIM = 1.5;
const KINDS = ["single read", "change"] as const;

/** One kind of request to one home. */
interface Subject extends Lane {
  readonly home: LargeHome;
  readonly perSecond: number[];
  /** Of the server's core, for one request. */
  readonly microseconds: number[];
}

export const scale: Measurement = {
  title: "What one change and one read cost in small and large homes",
  how: ({ rounds, seconds }) =>
    `Homes of ${SIZES.map(whole).join(" and ")} lights; in each, ${USED_LIGHTS} lights that are spread over its list take turns, and nobody reads the list. \`wrk -t1\` over ${CONNECTIONS} connections reads one light after the other, \
or gives one after the other a new brightness by \`PUT\`, which is stored before it is answered. A core for each side, the median of ${rounds} rounds of ${seconds} s in turn. The cost is the time that the gateway, with all its threads, has used of its core.`,
  measure: async (bench) => {
    const homes: LargeHome[] = [];
    try {
      for (const lights of SIZES) homes.push(await startHome(bench, "scale", { lights }));
      const subjects = await Promise.all(homes.map((home, place) => subjectsOf(bench, home, SIZES[place] ?? 0)));
      run(bench.pace, subjects.flat(), (words) => bench.progress.at(words));
      bench.progress.clear();
      return findings(subjects.flat());
    } finally {
      await Promise.all(homes.map((home) => home.stop()));
    }
  },
};

function run({ rounds, seconds }: Pace, subjects: readonly Subject[], tell: (words: string) => void): void {
  for (const subject of subjects) requestsPerSecond(subject, { connections: CONNECTIONS, seconds: 1 });
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of subjects) {
      tell(`scale: round ${round} of ${rounds}, ${subject.name}`);
      const before = usedSeconds(subject.home.process.pid);
      const perSecond = requestsPerSecond(subject, { connections: CONNECTIONS, seconds });
      const used = usedSeconds(subject.home.process.pid) - before;
      subject.perSecond.push(perSecond);
      subject.microseconds.push((used * 1e6) / (perSecond * seconds));
    }
  }
}

async function subjectsOf({ folder }: Bench, home: LargeHome, lights: number): Promise<readonly Subject[]> {
  const ids = await lightIds(home.url, USED_LIGHTS);
  const key = await pairedKey(home);
  const scripts = { "single read": readingScript(ids), change: changingScript(ids, key) };
  return KINDS.map((kind, place) => {
    const script = join(folder, `scale-${lights}-${place}.lua`);
    writeFileSync(script, scripts[kind]);
    const name = `${kind}, ${whole(lights)} lights`;
    return { name, url: home.url, script, home, perSecond: [], microseconds: [] };
  });
}

/** For wrk: the next request each time it is asked for one. */
const readingScript = (ids: readonly string[]): string =>
  `${luaList("paths", ids)}
local turn = 0
request = function()
  turn = turn + 1
  return wrk.format("GET", paths[turn % #paths + 1])
end
`;

/** All lights get one brightness, then all get the next. */
const changingScript = (ids: readonly string[], key: string): string =>
  `${luaList("paths", ids)}
wrk.headers["application-key"] = "${key}"
local turn = 0
request = function()
  turn = turn + 1
  local brightness = math.floor(turn / #paths) % 100 + 1
  return wrk.format("PUT", paths[turn % #paths + 1], nil, '{"on":1,"brightness":' .. brightness .. '}')
end
`;

const luaList = (name: string, ids: readonly string[]): string =>
  `local ${name} = {${ids.map((id) => `"${LIGHTS_PATH}/${id}"`).join(",")}}`;

function findings(subjects: readonly Subject[]): Findings {
  const cost = (kind: string, lights: number) =>
    median(subjects.find(({ name }) => name === `${kind}, ${whole(lights)} lights`)?.microseconds ?? []);
  const [few = 0, many = 0] = SIZES;
  return {
    tables: [
      {
        title: "",
        columns: ["", "µs of the server's core each", "requests a second"],
        rows: subjects.map(({ name, microseconds, perSecond }) => [
          name,
          ratio(median(microseconds), 1),
          whole(median(perSecond)),
        ]),
      },
    ],
    aims: KINDS.map((kind) =>
      atMost({
        what: `cost of one ${kind}, ${whole(many)} lights ÷ ${whole(few)} lights`,
        figure: cost(kind, many) / cost(kind, few),
        aim: AIM,
      }),
    ),
    rounds: subjects.map(({ name, perSecond }): Rounds => ({ of: name, figures: perSecond })),
  };
}
