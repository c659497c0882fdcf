import { spawn } from "node:child_process";
import { once } from "node:events";
import { NetworkNamespace } from "../../e2e/support/network-namespace.ts";
import type { MatterFigures } from "../matter/matter-figures.ts";
import { LAMPS } from "../matter/matter-home.ts";
import { atMost } from "../support/aims.ts";
import { median, medianRatio, ratio, whole } from "../support/figures.ts";
import type { Bench, Measurement, Results } from "../support/measurement.ts";

const AIM = { onlineSeconds: 10, readRatio: 1.5, megabytes: 280, reportMillis: 100, commandMillis: 50 };

export const matter: Measurement = {
  title: "The Matter bridge",
  how: ({ isQuick }) =>
    `Two gateways with ${LAMPS} simulated lamps, as packages start them, one of them with \`--matter\`; both have all cores. A network namespace of its own has them and a controller of matter.js, so it needs root. \
They start in turn, ${isQuick ? 1 : 5} times after one that does not count: online is counted from just before the process is made. Meanwhile one light after the other is read, and the list each tenth time, about 200 times a second, for as long at the one as at the other. \
Afterwards, the same with a controller that is paired and follows all lamps. Then ${isQuick ? 10 : 100} changes by \`PUT\`, each until the controller has the report, and as many commands of the controller, each until a client that follows events has the event. \
Then 100 changes by \`PUT\` a second for ${isQuick ? 5 : 60} s, each lamp in turn, after two seconds that do not count. At the end the last brightness of each lamp is compared: at the home, in the controller's reports, and where the controller reads it. Memory is \`VmRSS\` after all of that.`,
  measure: async (bench) => resultsOf(await measuredInNamespace(bench)),
};

/** A network with one interface, which nothing leaves. */
async function measuredInNamespace({ folder, pace }: Bench): Promise<MatterFigures> {
  const namespace = new NetworkNamespace();
  try {
    namespace.ip("link", "set", "lo", "up");
    namespace.ip("link", "add", "lan", "type", "veth", "peer", "name", "far");
    namespace.ip("addr", "add", "10.73.1.1/24", "brd", "+", "dev", "lan");
    for (const end of ["far", "lan"]) namespace.ip("link", "set", end, "up");
    namespace.ip("route", "add", "default", "dev", "lan");
    await namespace.interfaceIsUp("lan");
    const { command, args } = namespace.command(process.execPath, "dist/bench/measure-matter.js");
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.send({ given: { folder, isQuick: pace.isQuick } });
    const said = once(child, "message");
    const ended = once(child, "exit");
    const figures = await Promise.race([said, ended.then(() => undefined)]);
    if (figures === undefined) throw new Error("measure-matter ended before it said what it found");
    await ended;
    return figures[0] as MatterFigures;
  } finally {
    namespace.remove();
  }
}

function resultsOf(figures: MatterFigures): Results {
  const { onlineMillis, whileStarting, afterwards, reportMillis, commandMillis, steady, memory } = figures;
  const onlineSeconds = median(onlineMillis) / 1_000;
  const ratios = [whileStarting, afterwards].map(({ bridged, alone }) => medianRatio(bridged, alone));
  const [startRatio = Number.NaN, laterRatio = Number.NaN] = ratios;
  const { atHome, reported, read } = steady.wrong;
  const readRow = (name: string, { bridged, alone }: typeof afterwards, figure: number) => [
    name,
    ratio(median(bridged), 1),
    ratio(median(alone), 1),
    ratio(figure),
  ];
  return {
    tables: [
      {
        title: "Slowest hundredth of reads, in milliseconds",
        columns: ["", "with --matter", "without", "ratio"],
        rows: [readRow("while it starts", whileStarting, startRatio), readRow("afterwards", afterwards, laterRatio)],
      },
      {
        title: "Milliseconds",
        columns: ["", "median", "longest"],
        rows: [
          ["a change until the controller has it", ...cells(reportMillis)],
          ["a command until the home has it", ...cells(commandMillis)],
        ],
      },
      {
        title: `100 changes a second for ${steady.seconds} s`,
        columns: ["changes", "a second", "p50, ms", "p99, ms", "of a core", "wrong at the end"],
        rows: [
          [
            whole(steady.asked),
            whole(steady.perSecond),
            ratio(steady.p50, 1),
            ratio(steady.p99, 1),
            `${whole(steady.share * 100)}%`,
            whole(atHome + reported + read),
          ],
        ],
      },
      {
        title: "",
        columns: ["seconds until it is online", "memory, MB", "at most"],
        rows: [[ratio(onlineSeconds, 1), whole(memory.now), whole(memory.most)]],
      },
    ],
    aims: [
      atMost({ what: `Matter: ${LAMPS} lamps online`, figure: onlineSeconds, aim: AIM.onlineSeconds, unit: " s" }),
      atMost({ what: "p99 of reads while Matter starts ÷ without", figure: startRatio, aim: AIM.readRatio }),
      atMost({ what: "p99 of reads with Matter ÷ without", figure: laterRatio, aim: AIM.readRatio }),
      atMost({ what: "memory with Matter", figure: memory.now, aim: AIM.megabytes, unit: " MB", digits: 0 }),
      atMost({
        what: "a change until a Matter controller has it, median",
        figure: median(reportMillis),
        aim: AIM.reportMillis,
        unit: " ms",
      }),
      atMost({
        what: "a Matter command until the home has it, median",
        figure: median(commandMillis),
        aim: AIM.commandMillis,
        unit: " ms",
      }),
      atMost({ what: "lamps whose last brightness was wrong at the home", figure: atHome, aim: 0, digits: 0 }),
      atMost({ what: "lamps whose last report was wrong", figure: reported, aim: 0, digits: 0 }),
      atMost({ what: "lamps that a Matter controller reads wrong", figure: read, aim: 0, digits: 0 }),
    ],
    rounds: [
      { of: "online, ms", figures: onlineMillis },
      { of: "p99 while it starts, with Matter, ms", figures: whileStarting.bridged },
      { of: "p99 while it starts, without, ms", figures: whileStarting.alone },
      { of: "p99 afterwards, with Matter, ms", figures: afterwards.bridged },
      { of: "p99 afterwards, without, ms", figures: afterwards.alone },
      { of: "reports, ms", figures: reportMillis },
      { of: "commands, ms", figures: commandMillis },
    ],
  };
}

const cells = (millis: readonly number[]): readonly string[] =>
  [median(millis), Math.max(...millis)].map((figure) => ratio(figure, 1));
