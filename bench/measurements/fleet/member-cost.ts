import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFleet, type TestFleet } from "../../../test/support/nats/fleet-servers.ts";
import { type LargeHome, LIGHTS_PATH, lightIds, startHome } from "../../support/homes.ts";
import { runLoad } from "../../support/load-process.ts";
import type { Bench, Rounds } from "../../support/measurement.ts";
import { pairedKey } from "../../support/pairing.ts";
import { interleaved, type LaneRounds } from "../../support/wrk.ts";
import { changingScript } from "../../support/wrk-scripts.ts";
import { LIGHTS_OF_EACH } from "./growing-fleet.ts";

const NAMES = ["alone", "in the fleet"] as const;
const CONNECTIONS = 32;
export const STEADY_CHANGES = 100;

/** A gateway that is alone, and one that is in a fleet. */
export interface Pair<Figures> {
  readonly alone: Figures;
  readonly inFleet: Figures;
}

/** What the place in a fleet costs the clients of a gateway. */
export interface MemberCost {
  readonly lists: Pair<LaneRounds>;
  /** As many as there can be. */
  readonly changes: Pair<LaneRounds>;
  /** Milliseconds of a change at a steady pace: the median and the slowest hundredth of each round. */
  readonly steady: Pair<{ readonly p50: Rounds; readonly p99: Rounds }>;
}

interface Target extends LargeHome {
  readonly name: string;
  readonly key: string;
  readonly ids: readonly string[];
}

/** Two gateways with the same home, one of them in a fleet, take turns. */
export async function measureMemberCost(bench: Bench): Promise<MemberCost> {
  const fleet = await startFleet(1);
  const targets: Target[] = [];
  try {
    for (const name of NAMES) targets.push(await startTarget(bench, name, name === "alone" ? undefined : fleet));
    const lists = await interleaved(bench, "fleet: lists of a gateway", {
      lanes: targets.map(({ name, url, process: { pid } }) => ({ name, url: `${url}${LIGHTS_PATH}`, pid })),
      connections: CONNECTIONS,
    });
    const steady = await measureSteady(bench, targets);
    const changes = await interleaved(bench, "fleet: changes of a gateway", {
      lanes: targets.map(({ name, url, process: { pid }, ids, key }, place) => {
        const script = join(bench.folder, `fleet-changes-${place}.lua`);
        writeFileSync(script, changingScript(ids, key));
        return { name, url, script, pid };
      }),
      connections: CONNECTIONS,
    });
    return { lists: pairOf(lists), changes: pairOf(changes), steady: pairOf(steady) };
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
    await fleet.stop();
  }
}

async function startTarget(bench: Bench, name: string, fleet: TestFleet | undefined): Promise<Target> {
  const args: string[] = [];
  if (fleet) {
    const file = join(bench.folder, "gateway.creds");
    writeFileSync(file, (await fleet.credentials("gateway")).text, { mode: 0o600 });
    args.push(`--fleet=${fleet.urls.join(",")}`, `--fleet-credentials=${file}`);
  }
  const home = await startHome(bench, `fleet-${fleet ? "member" : "alone"}`, { lights: LIGHTS_OF_EACH, args });
  return { ...home, name, key: await pairedKey(home), ids: await lightIds(home.url) };
}

async function measureSteady({ pace, progress }: Bench, targets: readonly Target[]) {
  const [rounds, seconds] = pace.isQuick ? [1, 2] : [7, 5];
  const measured = targets.map(({ name }) => ({
    p50: { of: `change at ${STEADY_CHANGES} a second, p50 in ms: ${name}`, figures: [] as number[] },
    p99: { of: `change at ${STEADY_CHANGES} a second, p99 in ms: ${name}`, figures: [] as number[] },
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, { url, key, ids }] of targets.entries()) {
      progress.at(`fleet: ${STEADY_CHANGES} changes a second, round ${round + 1} of ${rounds}`);
      const given = { url, key, lightIds: ids, perSecond: STEADY_CHANGES, seconds, firstTurn: round * 50 };
      const { p50, p99 } = await runLoad<{ readonly p50: number; readonly p99: number }>("change-at-pace", given);
      measured[place]?.p50.figures.push(p50);
      measured[place]?.p99.figures.push(p99);
    }
  }
  progress.clear();
  return measured;
}

function pairOf<Figures>(both: readonly Figures[]): Pair<Figures> {
  const [alone, inFleet] = both;
  if (!alone || !inFleet) throw new Error("one of two gateways was not measured");
  return { alone, inFleet };
}
