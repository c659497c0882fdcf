import { atLeast } from "../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../support/figures.ts";
import { LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import type { Bench, Measurement, Results } from "../support/measurement.ts";
import { interleaved, type Lane, type LaneRounds } from "../support/wrk.ts";

const LIGHTS = 50;
const MANY_LIGHTS = 1_000;
const CONNECTIONS = 32;
/** These cost nearly the same, so it takes more rounds to tell them apart. */
const TIMES_THE_ROUNDS = 3;

/** A read, and what is expected of its answer. */
interface Read extends Lane {
  readonly status: number;
}

interface MeasuredRead {
  readonly name: string;
  /** Of the answer's body. */
  readonly bytes: number;
  readonly rounds: LaneRounds;
}

export const reads: Measurement = {
  title: "Single reads, reads of what is known already, and compressed lists",
  how: ({ rounds, seconds }) =>
    `Luxgate alone, with ${LIGHTS} lights, and with ${whole(MANY_LIGHTS)} for compression. \`wrk -t1\` over ${CONNECTIONS} connections, a core for each side, the median of ${rounds * TIMES_THE_ROUNDS} rounds of ${seconds} s in turn; a ratio is the median of those of each round. \
A 304 is the answer to a read that brings the ETag of the answer before (\`If-None-Match\`), of one light or of the list.`,
  measure: async (bench) => {
    const measured = [...(await measureLights(bench)), ...(await measureCompressed(bench))];
    const single = measured[0]?.rounds.figures ?? [];
    return {
      tables: [
        {
          title: "",
          columns: ["", "bytes of the body", "requests a second", "÷ single read", "µs of the server's core each"],
          rows: measured.map(({ name, bytes, rounds }) => [
            name,
            whole(bytes),
            whole(median(rounds.figures)),
            ratio(medianRatio(rounds.figures, single)),
            ratio(median(rounds.microseconds), 1),
          ]),
        },
      ],
      aims: ["light", "list"].map((of) => {
        const unchanged = measured.find(({ name }) => name === `304, ${of}`);
        return atLeast({
          what: `304 instead of the ${of}: requests a second ÷ those of single reads${unchanged ? "" : " (no ETag)"}`,
          figure: medianRatio(unchanged?.rounds.figures ?? [], single),
          aim: 1,
        });
      }),
      rounds: measured.map(({ rounds }) => rounds),
    } satisfies Results;
  },
};

async function measureLights(bench: Bench): Promise<readonly MeasuredRead[]> {
  const home = await startHome(bench, "reads", { lights: LIGHTS });
  try {
    const list = `${home.url}${LIGHTS_PATH}`;
    const light = `${list}/${(await lightIds(home.url))[0]}`;
    const { pid } = home.process;
    return await measured(bench, `${LIGHTS} lights`, [
      { name: "light", url: light, pid, status: 200 },
      ...(await notModified({ name: "304, light", url: light, pid })),
      ...(await notModified({ name: "304, list", url: list, pid })),
      { name: "list", url: list, pid, status: 200 },
    ]);
  } finally {
    await home.stop();
  }
}

async function measureCompressed(bench: Bench): Promise<readonly MeasuredRead[]> {
  const home = await startHome(bench, "reads", { lights: MANY_LIGHTS });
  try {
    const list = { url: `${home.url}${LIGHTS_PATH}`, pid: home.process.pid, status: 200 };
    return await measured(bench, `${MANY_LIGHTS} lights`, [
      { ...list, name: `list of ${whole(MANY_LIGHTS)}` },
      { ...list, name: `list of ${whole(MANY_LIGHTS)}, gzip asked for`, headers: ["Accept-Encoding: gzip"] },
    ]);
  } finally {
    await home.stop();
  }
}

async function measured(
  { pace, ...bench }: Bench,
  what: string,
  lanes: readonly Read[],
): Promise<readonly MeasuredRead[]> {
  const bytes = await Promise.all(lanes.map(checkedBytes));
  const longer = { ...bench, pace: { ...pace, rounds: pace.rounds * TIMES_THE_ROUNDS } };
  const rounds = await interleaved(longer, what, { lanes, connections: CONNECTIONS });
  return rounds.map((one, place) => ({
    name: lanes[place]?.name ?? "",
    bytes: bytes[place] ?? Number.NaN,
    rounds: one,
  }));
}

/** None without an ETag. */
async function notModified(lane: Lane): Promise<readonly Read[]> {
  const etag = (await fetch(lane.url, { headers: { "Accept-Encoding": "identity" } })).headers.get("etag");
  return etag === null ? [] : [{ ...lane, headers: [`If-None-Match: ${etag}`], status: 304 }];
}

/** Of the body, as they were sent. */
async function checkedBytes(read: Read): Promise<number> {
  const given = (read.headers ?? []).map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
  const answer = await fetch(read.url, { headers: { "Accept-Encoding": "identity", ...Object.fromEntries(given) } });
  await answer.arrayBuffer();
  if (answer.status !== read.status) throw new Error(`${read.name}: ${answer.status} instead of ${read.status}`);
  return Number(answer.headers.get("content-length") ?? 0);
}
