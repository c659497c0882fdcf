import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Contender, checkedBytes, contender, startPlain } from "../contenders/contender.ts";
import { startNginx } from "../contenders/nginx.ts";
import { startPeers } from "../contenders/peers.ts";
import { LIGHTS_PATH, startHome } from "../support/homes.ts";
import type { Bench, Measurement } from "../support/measurement.ts";
import { interleaved } from "../support/wrk.ts";
import { listResults, OURS, type SizeFigures } from "./list-results.ts";

const SIZES = [1, 50, 1_000, 10_000];
const WITH_PEERS = 50;

export const lists: Measurement = {
  title: "The list of lights, beside what others can do",
  how: ({ rounds, seconds }) =>
    `Everybody serves the same list: the bytes were read from Luxgate once, and every server's answer is compared with them first (json-server lays its JSON out in lines, so it sends more). \
\`wrk -t1\` asks over ${connectionsFor(1)} connections that are kept, ${connectionsFor(10_000)} for the longest list. Server and load are pinned to a core each, one server is under load at any time and the next only once it has nothing left to do, \
each figure is the median of ${rounds} rounds of ${seconds} s in which the servers take turns, after a warm-up of 1 s each; a ratio is the median of those of each round. nginx: one worker, sendfile, tcp_nopush, the file kept open, no log. \
\`node:http\` is given ready bytes with no dates and no deadlines, or turns the same objects into JSON for each answer. Bare \`net\` reads no request at all: a stream on Node can do no more. Peers run as in production, without their logs.`,
  measure: async (bench) => {
    const sizes: SizeFigures[] = [];
    for (const lights of SIZES) sizes.push(await measureSize(bench, lights));
    return listResults(sizes);
  },
};

const connectionsFor = (lights: number): number => (lights >= 10_000 ? 4 : 32);

async function measureSize(bench: Bench, lights: number): Promise<SizeFigures> {
  const home = await startHome(bench, "lists", { lights });
  const contenders: Contender[] = [contender(OURS, home)];
  try {
    const expected = Buffer.from(await (await fetch(`${home.url}${LIGHTS_PATH}`)).arrayBuffer());
    const given = { listFile: join(bench.folder, `lists-${lights}.json`), folder: bench.folder };
    writeFileSync(given.listFile, expected);
    contenders.push(await startNginx(given), ...(await startPlain(given)));
    if (lights === WITH_PEERS) contenders.push(...(await startPeers(given)));
    for (const one of contenders) await checkedBytes(one, expected);
    const lanes = contenders.map(({ name, list, pid }) => ({ name, url: list, pid }));
    const rounds = await interleaved(bench, `${lights} lights`, { lanes, connections: connectionsFor(lights) });
    return {
      lights,
      bytes: expected.byteLength,
      rounds: new Map(lanes.map(({ name }, place) => [name, rounds[place]])),
    };
  } finally {
    await Promise.all(contenders.map((one) => one.stop()));
  }
}
