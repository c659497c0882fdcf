import { OperatorLine } from "../../e2e/support/operator-line.ts";
import { atMost } from "../support/aims.ts";
import { median, ratio, whole } from "../support/figures.ts";
import { type LargeHome, startHome } from "../support/homes.ts";
import type { Measurement, Pace, Results } from "../support/measurement.ts";

const SIZES = [100, 10_000];
const CHANGES = 100;
const AIM = 2;

const roundsFor = ({ isQuick }: Pace): number => (isQuick ? 2 : 10);

export const changes: Measurement = {
  title: "One stored change after the other",
  how: (pace) =>
    `By the operator's socket, each synced to the disk before its answer and before the next one is asked for; the median of ${roundsFor(pace)} rounds of ${CHANGES} changes in turn.`,
  measure: async (bench) => {
    const homes: ChangedHome[] = [];
    try {
      for (const lights of SIZES) homes.push(await changedHome(await startHome(bench, "changes", { lights })));
      for (const home of homes) await home.change(0);
      const millis = homes.map((): number[] => []);
      for (let round = 1; round <= roundsFor(bench.pace); round += 1) {
        for (const [place, home] of homes.entries()) millis[place]?.push(await timed(home, round));
      }
      const [small = Number.NaN, large = Number.NaN] = millis.map(median);
      const [few = 0, many = 0] = SIZES;
      return {
        tables: [
          {
            title: "",
            columns: ["", "milliseconds a change"],
            rows: SIZES.map((lights, place) => [`${whole(lights)} lights`, ratio(median(millis[place] ?? []), 3)]),
          },
        ],
        aims: [
          atMost({
            what: `time of one stored change, ${whole(many)} lights ÷ ${whole(few)} lights`,
            figure: large / small,
            aim: AIM,
          }),
        ],
        rounds: SIZES.map((lights, place) => ({ of: `${whole(lights)} lights, ms`, figures: millis[place] ?? [] })),
      } satisfies Results;
    } finally {
      await Promise.all(homes.map((home) => home.stop()));
    }
  },
};

interface ChangedHome {
  change(number: number): Promise<void>;
  stop(): Promise<void>;
}

async function changedHome(home: LargeHome): Promise<ChangedHome> {
  const operator = await OperatorLine.open(home.stateFolder);
  const ids = await deviceIds(home.url);
  return {
    async change(number) {
      const words = ["on", `${(number % 99) + 1}%`];
      await operator.done({ command: "set", with: { device: ids[number % ids.length] ?? "", words } });
    },
    async stop() {
      operator.close();
      await home.stop();
    },
  };
}

async function deviceIds(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/clip/v2/resource/device?cat1_id=2`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly { readonly id: string }[] } };
  return data.arr.map(({ id }) => id);
}

async function timed(home: ChangedHome, round: number): Promise<number> {
  const beganMillis = performance.now();
  for (let index = 0; index < CHANGES; index += 1) await home.change(round * CHANGES + index);
  return (performance.now() - beganMillis) / CHANGES;
}
