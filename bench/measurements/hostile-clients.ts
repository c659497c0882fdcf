import { setTimeout as pause } from "node:timers/promises";
import { atMost } from "../support/aims.ts";
import { ratio, whole } from "../support/figures.ts";
import { LIGHTS_PATH, lightIds } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Aim, Bench, Measurement, Pace, Results } from "../support/measurement.ts";
import { memoryOf } from "../support/process-figures.ts";
import { ATTACKS, type Attack } from "./hostile/attacks.ts";
import { startFrontTarget } from "./hostile/front-target.ts";
import { startTarget, type Target } from "./hostile/target.ts";

const LIGHTS = 10_000;
const READS = 100;
const NEW_CONNECTIONS = 20;
const HEALTH_READS = 10;
const AIM = { times: 3, millis: 250, megabytes: 64, megabytesAfter: 16 };
const AFTER_SECONDS = 30;
const LOOK_MILLIS = 100;

interface Times {
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const secondsFor = ({ isQuick }: Pace): number => (isQuick ? 3 : 20);

const MOST_TRIES = 3;
const MOST_STANDSTILL_MILLIS = 40;

const hostile = (given: {
  readonly title: string;
  readonly behind: string;
  readonly start: (bench: Bench, lights: number) => Promise<Target>;
}): Measurement => ({
  title: given.title,
  how: (pace) =>
    `${whole(LIGHTS)} lights${given.behind}. Beside those who take their time, never read, come back at once when they are turned out, or ask for what is expensive, for ${secondsFor(pace)} s each, \
one process reads a light ${READS} times a second over connections that it keeps, another one ${NEW_CONNECTIONS} times a second over a new connection each, a third one /healthz ${HEALTH_READS} times a second. All of them come from this machine and share one core, where the attackers give way to those who are measured; what they attack has both cores. \
A ratio is that to the same reads with nobody beside them, measured before and after all attacks; memory is the most that was seen, and what there is ${AFTER_SECONDS} s after the attackers left, beside what there was before they came. A last process only looks at the clock: while the machine itself stood still for more than ${MOST_STANDSTILL_MILLIS} ms, the same is measured again, up to ${MOST_TRIES} times in all.`,
  measure: async (bench) => {
    const target = await given.start(bench, LIGHTS);
    try {
      return await measured(bench, target);
    } finally {
      await target.stop();
    }
  },
});

export const hostileClients = hostile({ title: "Hostile clients", behind: "", start: startTarget });

export const hostileClientsOfFront = hostile({
  title: "Hostile clients of a front",
  behind: " of one gateway in a fleet, whose front is attacked; gateway and NATS are on the same machine",
  start: startFrontTarget,
});

interface Measured {
  readonly name: string;
  readonly kept: Times;
  readonly fresh: Times;
  readonly failed: number;
  readonly megabytesBefore: number;
  readonly mostMegabytes: number;
  readonly megabytesAfter: number;
  /** By how much a process that only looks at the clock came late. */
  readonly standstillMillis: number;
}

async function measured(bench: Bench, target: Target): Promise<Results> {
  await fetch(`${target.url}${LIGHTS_PATH}`).then((answer) => answer.arrayBuffer());
  const quiet: Attack = { name: "nobody", run: async () => undefined };
  const before = await undisturbed(bench, target, quiet);
  const attacked: Measured[] = [];
  for (const attack of chosen()) attacked.push(await undisturbed(bench, target, attack));
  const after = await undisturbed(bench, target, quiet);
  const base = { ...before, kept: slower(before.kept, after.kept), fresh: slower(before.fresh, after.fresh) };
  return {
    tables: [
      {
        title: "Milliseconds of the others, and megabytes",
        columns: [
          "beside",
          "p50",
          "p99",
          "longest",
          "÷ base",
          "new: p99",
          "longest",
          "÷ base",
          "failed",
          "MB before",
          "most",
          "after",
          "machine stood still",
        ],
        rows: [before, ...attacked, { ...after, name: "nobody again" }].map((one) => cells(one, base)),
      },
    ],
    aims: attacked.flatMap((one) => aimsOf(one, base)),
  };
}

/** All of them, or those whose name has the words in `LUXGATE_BENCH_ATTACKS`. */
function chosen(): readonly Attack[] {
  const { LUXGATE_BENCH_ATTACKS: words = "" } = process.env;
  return ATTACKS.filter(({ name }) => name.includes(words));
}

/** The base of a machine that others use is what it takes in a bad minute of two. */
const slower = (one: Times, other: Times): Times => (one.p99 > other.p99 ? one : other);

/** Of a machine that stands still by itself nothing can be measured: then the same is tried again. */
async function undisturbed(bench: Bench, target: Target, attack: Attack): Promise<Measured> {
  let best = await underAttack(bench, target, attack);
  for (let tries = 1; tries < MOST_TRIES && best.standstillMillis > MOST_STANDSTILL_MILLIS; tries += 1) {
    const again = await underAttack(bench, target, attack);
    if (again.standstillMillis < best.standstillMillis) best = again;
  }
  return best;
}

async function underAttack({ pace, progress }: Bench, target: Target, attack: Attack): Promise<Measured> {
  const { url, process: gateway } = target;
  const seconds = secondsFor(pace);
  const paths = (await lightIds(url, 100)).map((id) => `${LIGHTS_PATH}/${id}`);
  progress.at(`hostile-clients: ${attack.name}`);
  const megabytesBefore = memoryOf(gateway.pid).now;
  let mostMegabytes = 0;
  const look = () => {
    mostMegabytes = Math.max(mostMegabytes, memoryOf(gateway.pid).now);
  };
  const looking = setInterval(look, LOOK_MILLIS);
  const [kept, fresh, health, { standstillMillis }] = await Promise.all([
    runLoad<Times>("read-at-pace", { url, paths, perSecond: READS, seconds }),
    runLoad<Times>("read-at-pace", { url, paths, perSecond: NEW_CONNECTIONS, seconds, isFresh: true }),
    runLoad<Times>("read-at-pace", { url, paths: ["/healthz"], perSecond: HEALTH_READS, seconds }),
    runLoad<{ readonly standstillMillis: number }>("witness-machine", { seconds: seconds + 2 }),
    attack.run(target, seconds + 2),
  ]);
  clearInterval(looking);
  progress.at(`hostile-clients: ${AFTER_SECONDS} s after ${attack.name}`);
  if (!pace.isQuick) await pause(AFTER_SECONDS * 1_000);
  progress.clear();
  const failed = kept.failed + fresh.failed + health.failed;
  const memory = { megabytesBefore, mostMegabytes, megabytesAfter: memoryOf(gateway.pid).now };
  return { name: attack.name, kept, fresh, failed, ...memory, standstillMillis };
}

const cells = ({ name, kept, fresh, failed, ...memory }: Measured, base: Measured): readonly string[] => [
  name,
  ...[kept.p50, kept.p99, kept.max].map((millis) => ratio(millis)),
  ratio(kept.p99 / base.kept.p99),
  ...[fresh.p99, fresh.max].map((millis) => ratio(millis)),
  ratio(fresh.p99 / base.fresh.p99),
  whole(failed),
  whole(memory.megabytesBefore),
  whole(memory.mostMegabytes),
  whole(memory.megabytesAfter),
  whole(memory.standstillMillis),
];

const aimsOf = ({ name, kept, fresh, failed, ...memory }: Measured, base: Measured): readonly Aim[] => {
  const [more, later] = [memory.mostMegabytes, memory.megabytesAfter].map((now) => now - memory.megabytesBefore);
  const inWhole = { unit: " MB", digits: 0 };
  return [
    atMost({ what: `${name}: p99 of others ÷ base`, figure: kept.p99 / base.kept.p99, aim: AIM.times }),
    atMost({ what: `${name}: p99 of new connections ÷ base`, figure: fresh.p99 / base.fresh.p99, aim: AIM.times }),
    atMost({ what: `${name}: the longest`, figure: Math.max(kept.max, fresh.max), aim: AIM.millis, unit: " ms" }),
    atMost({ what: `${name}: reads that failed, those of /healthz too`, figure: failed, aim: 0, digits: 0 }),
    atMost({ what: `${name}: memory more than base`, figure: more ?? Number.NaN, aim: AIM.megabytes, ...inWhole }),
    atMost({
      what: `${name}: memory more than base ${AFTER_SECONDS} s later`,
      figure: later ?? Number.NaN,
      aim: AIM.megabytesAfter,
      ...inWhole,
    }),
  ];
};
