import { OperatorLine } from "../../e2e/support/operator-line.ts";
import { atLeast } from "../support/aims.ts";
import { median, ratio, whole } from "../support/figures.ts";
import { startHome } from "../support/homes.ts";
import { runLoad } from "../support/load-process.ts";
import type { Bench, Measurement, Results } from "../support/measurement.ts";
import { startNode } from "../support/process.ts";
import { usedSeconds } from "../support/process-figures.ts";

const UNDER_WAY = 32;
const LIGHTS = 50;
/** An answer may cost as much as three echoes: at most 40 datagrams a second leave the machine. */
const AIM = 0.33;

/** One that answers datagrams. */
interface Answering {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

interface Round {
  readonly perSecond: number;
  readonly lost: number;
  /** Of the server's core. */
  readonly microsecondsEach: number;
}

export const discovery: Measurement = {
  title: "Discovery, beside a bare echo",
  how: ({ rounds, seconds }) =>
    `One Node process keeps ${UNDER_WAY} requests under way over loopback, whose senders are not limited, and counts the answers; it has a core, and so has the server. The other server is \`dgram\` sending back what arrives. \
Asking costs as much as echoing, so the load may be the limit: how much of its core the server used for an answer is judged as well. \
The median of ${rounds} rounds of ${seconds} s in turn, after a warm-up of 1 s each.`,
  measure: async (bench) => {
    const home = await startHome(bench, "discovery", { lights: LIGHTS });
    const echo = await startNode(["dist/bench/echo-datagrams.js"]);
    try {
      return await measured(bench, [
        { name: "Luxgate", port: await discoveryPort(home.stateFolder), pid: home.process.pid },
        { name: "bare echo", port: Number(new URL(echo.url).port), pid: echo.process.pid },
      ]);
    } finally {
      await Promise.all([home.stop(), echo.stop()]);
    }
  },
};

async function measured({ pace, progress }: Bench, servers: readonly Answering[]): Promise<Results> {
  for (const server of servers) await ask(server, 1);
  const rounds = servers.map((): Round[] => []);
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const [place, server] of servers.entries()) {
      progress.at(`discovery: round ${round} of ${pace.rounds}, ${server.name}`);
      rounds[place]?.push(await ask(server, pace.seconds));
    }
  }
  progress.clear();
  const of = (place: number, key: keyof Round) => median((rounds[place] ?? []).map((round) => round[key]));
  const share = of(0, "perSecond") / of(1, "perSecond");
  const thrift = of(1, "microsecondsEach") / of(0, "microsecondsEach");
  return {
    tables: [
      {
        title: "",
        columns: ["", "answers a second", "lost", "µs of the server's core each"],
        rows: servers.map(({ name }, place) => [
          name,
          whole(of(place, "perSecond")),
          whole(of(place, "lost")),
          ratio(of(place, "microsecondsEach"), 1),
        ]),
      },
    ],
    aims: [
      atLeast({ what: "discovery answers a second, Luxgate ÷ bare echo", figure: share, aim: AIM }),
      atLeast({ what: "discovery answers in a second of its core, Luxgate ÷ bare echo", figure: thrift, aim: AIM }),
    ],
    rounds: servers.map(({ name }, place) => ({
      of: name,
      figures: (rounds[place] ?? []).map(({ perSecond }) => perSecond),
    })),
  };
}

async function ask({ port, pid }: Answering, seconds: number): Promise<Round> {
  const before = usedSeconds(pid);
  const asked = { port, underWay: UNDER_WAY, seconds };
  const { answers, perSecond, lost } = await runLoad<Omit<Round, "microsecondsEach"> & { readonly answers: number }>(
    "ask-datagrams",
    asked,
  );
  return { perSecond, lost, microsecondsEach: ((usedSeconds(pid) - before) * 1e6) / answers };
}

async function discoveryPort(stateFolder: string): Promise<number> {
  const operator = await OperatorLine.open(stateFolder);
  const { discovery: listening } = await operator.done({ command: "status", with: {} });
  operator.close();
  return listening.port;
}
