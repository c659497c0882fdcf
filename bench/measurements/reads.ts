import { atLeast } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import { LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import type { Bench, Findings, Measurement, Rounds } from "../support/measurement.ts";
import { interleaved, type Lane, medians } from "../support/wrk.ts";

const LIGHTS = 50;
const MANY_LIGHTS = 1_000;
const CONNECTIONS = 32;

/** A read, and what is expected of its answer. */
interface Read extends Lane {
  readonly status: number;
}

/** A read that was seen to be answered as expected. */
interface CheckedRead extends Read {
  readonly bytes: number;
}

export const reads: Measurement = {
  title: "Single reads, reads of what is known already, and compressed lists",
  how: ({ rounds, seconds }) =>
    `Luxgate alone, with ${LIGHTS} lights, and with ${whole(MANY_LIGHTS)} for compression. \`wrk -t1\` over ${CONNECTIONS} connections, a core for each side, the median of ${rounds} rounds of ${seconds} s in turn. \
A 304 is the answer to a read that brings the ETag of the answer before (\`If-None-Match\`), of one light or of the list.`,
  measure: async (bench) => {
    const few = await measureLights(bench);
    const many = await measureCompressed(bench);
    const [single = Number.NaN] = medians(few.rounds);
    const shown = [few, many].map(({ checked, rounds }) => {
      const figures = medians(rounds);
      return checked.map(({ name, bytes }, place) => row(name, bytes, figures[place] ?? Number.NaN, single));
    });
    const perSecond = new Map(few.checked.map(({ name }, place) => [name, medians(few.rounds)[place] ?? Number.NaN]));
    return {
      tables: [
        { title: "", columns: ["", "bytes of the body", "requests a second", "÷ single read"], rows: shown.flat() },
      ],
      aims: ["light", "list"].map((of) =>
        atLeast({
          what: `304 instead of the ${of}: requests a second ÷ those of single reads${perSecond.has(`304, ${of}`) ? "" : " (no ETag)"}`,
          figure: (perSecond.get(`304, ${of}`) ?? Number.NaN) / single,
          aim: 1,
        }),
      ),
      rounds: [...few.rounds, ...many.rounds],
    } satisfies Findings;
  },
};

const row = (name: string, bytes: number, perSecond: number, single: number): readonly string[] => [
  name,
  whole(bytes),
  whole(perSecond),
  ratio(perSecond / single),
];

interface Measured {
  readonly checked: readonly CheckedRead[];
  readonly rounds: readonly Rounds[];
}

async function measureLights(bench: Bench): Promise<Measured> {
  const home = await startHome(bench, "reads", { lights: LIGHTS });
  try {
    const list = `${home.url}${LIGHTS_PATH}`;
    const light = `${list}/${(await lightIds(home.url))[0]}`;
    const conditional = [...(await notModified("304, light", light)), ...(await notModified("304, list", list))];
    return await measured(bench, `${LIGHTS} lights`, [
      { name: "light", url: light, status: 200 },
      ...conditional,
      { name: "list", url: list, status: 200 },
    ]);
  } finally {
    await home.stop();
  }
}

async function measureCompressed(bench: Bench): Promise<Measured> {
  const home = await startHome(bench, "reads", { lights: MANY_LIGHTS });
  try {
    const url = `${home.url}${LIGHTS_PATH}`;
    return await measured(bench, `${MANY_LIGHTS} lights`, [
      { name: `list of ${whole(MANY_LIGHTS)}`, url, status: 200 },
      { name: `list of ${whole(MANY_LIGHTS)}, gzip asked for`, url, headers: ["Accept-Encoding: gzip"], status: 200 },
    ]);
  } finally {
    await home.stop();
  }
}

async function measured(bench: Bench, what: string, lanes: readonly Read[]): Promise<Measured> {
  const checked = await Promise.all(lanes.map(check));
  return { checked, rounds: interleaved(bench, what, { lanes: checked, connections: CONNECTIONS }) };
}

/** None without an ETag. */
async function notModified(name: string, url: string): Promise<readonly Read[]> {
  const etag = (await fetch(url, { headers: { "Accept-Encoding": "identity" } })).headers.get("etag");
  return etag === null ? [] : [{ name, url, headers: [`If-None-Match: ${etag}`], status: 304 }];
}

/** Bytes are counted as they were sent. */
async function check(read: Read): Promise<CheckedRead> {
  const given = (read.headers ?? []).map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
  const answer = await fetch(read.url, { headers: { "Accept-Encoding": "identity", ...Object.fromEntries(given) } });
  await answer.arrayBuffer();
  if (answer.status !== read.status) throw new Error(`${read.name}: ${answer.status} instead of ${read.status}`);
  return { ...read, bytes: Number(answer.headers.get("content-length") ?? 0) };
}
