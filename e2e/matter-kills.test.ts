import { expect, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { percentile } from "./support/event-load-figures.ts";
import { DEEDS, KilledBridge, KillFigures } from "./support/matter-kills.ts";
import { MatterMachines } from "./support/matter-machines.ts";

/** `LUXGATE_MATTER_KILLS=200` for so many of them alone. */
const { LUXGATE_MATTER_KILLS, LUXGATE_TEST_SEED = "1" } = process.env;
const ROUNDS = Number(LUXGATE_MATTER_KILLS ?? times(200));
const PATIENCE_MILLIS = 120_000 + ROUNDS * 60_000;
/** Far below the two minutes after which controllers subscribe again by themselves. */
const MOST_REPORT_MILLIS = { median: 2_000, any: 60_000 };

describeInNamespaces("a Matter bridge", () => {
  test(`killed ${ROUNDS} times during pairing, commands, changes and starts, loses no fabric and changes no endpoint number`, {
    timeout: PATIENCE_MILLIS,
  }, async () => {
    const figures = new KillFigures();
    const chance = new Seeded(Number(LUXGATE_TEST_SEED));
    const bridge = await KilledBridge.of(await MatterMachines.start(), { chance, figures });
    for (let round = 0; round < ROUNDS; round += 1) {
      await bridge.round(DEEDS[round % DEEDS.length] ?? "changes");
      if (round % 10 === 9 || round + 1 === ROUNDS) console.log(summaryOf(figures));
    }
    expect(figures.faults).toEqual([]);
    expect(percentile(figures.reportMillis, 50)).toBeLessThan(MOST_REPORT_MILLIS.median);
    expect(percentile(figures.reportMillis, 100)).toBeLessThan(MOST_REPORT_MILLIS.any);
  });
});

function summaryOf({ count, rounds, pairings, faults, reportMillis }: KillFigures): string {
  const [p50, p95, longest] = [50, 95, 100].map((hundredths) => Math.round(percentile(reportMillis, hundredths)));
  const within = reportMillis.filter((millis) => millis <= 2_000).length;
  return `${count} kills ${JSON.stringify(rounds)}, pairings ${JSON.stringify(pairings)}, ${faults.length} faults; reports again after ${p50} ms (median), ${p95} (p95), ${longest} (longest), ${within} within 2 s`;
}
