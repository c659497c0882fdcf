import { setTimeout as pause } from "node:timers/promises";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import { LIGHTS_PATH, lightIds } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Bench, Measurement, Results } from "../support/measurement.ts";
import { startTarget, type Target } from "./hostile/target.ts";

const LIGHTS = 10_000;
const READS = 200;
const AIM = { answerMillis: 2_000, p99Millis: 50, longestMillis: 250 };
/** Until what the command before led to is over. */
const REST_MILLIS = 1_500;

interface Times {
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export const wholeHouse: Measurement = {
  title: "One command for the whole house",
  how: ({ isQuick }) =>
    `\`PUT …/group_light\` of ${whole(LIGHTS)} lights, ${commandsFor(isQuick)} times: each with another brightness, each stored before it is answered, ${REST_MILLIS} ms apart. \
Beside it another process reads a light ${READS} times a second. All of these reads count. The gateway has two cores; its load has the second of them.`,
  measure: async (bench) => {
    const target = await startTarget(bench, LIGHTS);
    try {
      return await measured(bench, target);
    } finally {
      await target.stop();
    }
  },
};

const commandsFor = (isQuick: boolean): number => (isQuick ? 2 : 10);

async function measured({ pace, progress }: Bench, target: Target): Promise<Results> {
  const { url } = target;
  const paths = (await lightIds(url, 100)).map((id) => `${LIGHTS_PATH}/${id}`);
  const commands = commandsFor(pace.isQuick);
  progress.at("whole-house: commands");
  await set(target, 1);
  const answers: number[] = [];
  const reading = runLoad<Times>("read-at-pace", { url, paths, perSecond: READS, seconds: commands * 2 });
  for (let number = 0; number < commands; number += 1) {
    await pause(REST_MILLIS);
    answers.push(await set(target, 10 + number));
  }
  const reads = await reading;
  progress.clear();
  const slowest = Math.max(...answers);
  return {
    tables: [
      {
        title: "Milliseconds",
        columns: ["the command: fastest", "slowest", "others: p50", "p99", "longest", "failed"],
        rows: [
          [
            ratio(Math.min(...answers), 0),
            ratio(slowest, 0),
            ...[reads.p50, reads.p99, reads.max].map((millis) => ratio(millis)),
            whole(reads.failed),
          ],
        ],
      },
    ],
    aims: [
      atMost({
        what: "a command for 10,000 lights is answered after",
        figure: slowest,
        aim: AIM.answerMillis,
        unit: " ms",
        digits: 0,
      }),
      atMost({ what: "p99 of others meanwhile", figure: reads.p99, aim: AIM.p99Millis, unit: " ms" }),
      atMost({ what: "the longest that others wait", figure: reads.max, aim: AIM.longestMillis, unit: " ms" }),
      atMost({ what: "reads that failed meanwhile", figure: reads.failed, aim: 0, digits: 0 }),
    ],
  };
}

/** How long it takes, in milliseconds. */
async function set({ url, key, wholeHouseId }: Target, brightness: number): Promise<number> {
  const beganMillis = performance.now();
  const answer = await fetch(`${url}/clip/v2/resource/group_light/${wholeHouseId}`, {
    method: "PUT",
    headers: { "application-key": key },
    body: JSON.stringify({ on: 1, brightness }),
  });
  const { code } = (await answer.json()) as { readonly code: number };
  if (code !== 0) throw new Error(`a command for the whole house was answered with ${code}`);
  return performance.now() - beganMillis;
}
