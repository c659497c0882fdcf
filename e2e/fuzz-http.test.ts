import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedHome } from "../bench/generated-home.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import type { Wire } from "../test/support/http/http-client.ts";
import { HttpClient } from "../test/support/http/http-client.ts";
import { converse } from "./support/fuzz-conversation.ts";
import { type FuzzHome, FuzzRequests } from "./support/fuzz-requests.ts";
import { FUZZ_SEED, fuzzed, patienceFor, shareOf } from "./support/fuzz-run.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const REQUESTS = shareOf(1_000_000);
/** Connections at the same time. */
const LANES = 24;
const LAMPS = 60;

async function servedHome(): Promise<{ program: Program; port: number; home: FuzzHome }> {
  const file = join(temporaryFolder(), "home.yaml");
  writeFileSync(file, generatedHome(LAMPS));
  const program = Program.serve(["--host", "127.0.0.1", "--home", file]);
  const port = Number(new URL((await program.ready()).url).port);
  const client = new HttpClient(port);
  program.process.kill("SIGUSR2");
  await program.says(/Button pressed/);
  const paired = await client.send("/api", { method: "POST", body: '{"device_type":"fuzz#er"}' });
  const idsOf = async (path: string) => (await client.list(path)).map(({ id }: Wire) => id);
  const ids = { lightIds: await idsOf("light"), deviceIds: await idsOf("device"), roomIds: await idsOf("room") };
  return { program, port, home: { key: paired.json.data.obj.username, ...ids } };
}

test(
  `P3: ${REQUESTS} requests, damaged, in a row, cut and reset at random: every answer is right and nothing is left behind`,
  async () => {
    const { program, port, home } = await servedHome();
    const totals = { requests: 0, answers: 0, resets: 0 };
    const faults: string[] = [];
    const fuzz = async (count: number) => {
      const goal = totals.requests + count;
      const lane = async (number: number) => {
        const chance = new Seeded(FUZZ_SEED + number + totals.requests);
        const requests = new FuzzRequests(home, chance);
        while (totals.requests < goal && faults.length < 5) {
          const conversed = await converse(port, requests, chance);
          totals.requests += conversed.requests;
          totals.answers += conversed.answers;
          totals.resets += conversed.isReset ? 1 : 0;
          faults.push(...conversed.faults);
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    };
    await fuzzed(program, { what: "HTTP requests", count: REQUESTS, fuzz });
    console.log(`${totals.requests} requests, ${totals.answers} answers, ${totals.resets} connections reset.`);
    expect(faults).toEqual([]);
    expect(totals.answers).toBeGreaterThan(totals.requests / 3);
    expect((await new HttpClient(port).send("/clip/v2/resource/light")).json.data.len).toBe(LAMPS);
  },
  patienceFor(REQUESTS),
);
