import { spawnSync } from "node:child_process";
import type { Bench, Rounds } from "./measurement.ts";
import { LOAD_CORE } from "./process.ts";
import { untilIdle, usedSeconds } from "./process-figures.ts";

/** Requests that are sent again and again. */
export interface Lane {
  readonly name: string;
  readonly url: string;
  readonly headers?: readonly string[];
  /** A script for wrk that makes the requests. */
  readonly script?: string;
  /** The server's process. */
  readonly pid: number | undefined;
}

/** What became of a lane, round by round. */
export interface LaneRounds extends Rounds {
  readonly microseconds: readonly number[];
}

/** Requests a second that `wrk` gets out of a lane. */
function requestsPerSecond(
  { url, headers = [], script }: Lane,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): number {
  const asked = [...headers.flatMap((header) => ["-H", header]), ...(script === undefined ? [] : ["-s", script])];
  const load = ["-c", LOAD_CORE, "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout=30s", ...asked, url];
  const { stdout, stderr, status } = spawnSync("taskset", load, { encoding: "utf8" });
  const figure = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (status !== 0 || figure === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`wrk failed on ${url}:\n${stdout}${stderr}`);
  }
  return Number(figure);
}

/**
 * A short warm-up each, then one lane after the other, and again. Only one server is under load at any time, and the next
 * one is not before it has done with what it still had to do: that would come out of the next one's time.
 */
export async function interleaved(
  { pace, progress }: Bench,
  what: string,
  { lanes, connections }: { readonly lanes: readonly Lane[]; readonly connections: number },
): Promise<readonly LaneRounds[]> {
  const { rounds, seconds } = pace;
  for (const lane of lanes) {
    progress.at(`${what}: warm-up, ${lane.name}`);
    requestsPerSecond(lane, { connections, seconds: 1 });
    await untilIdle(lane.pid);
  }
  const measured = lanes.map(({ name }) => ({
    of: `${what}: ${name}`,
    figures: [] as number[],
    microseconds: [] as number[],
  }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [place, lane] of lanes.entries()) {
      progress.at(`${what}: round ${round} of ${rounds}, ${lane.name}`);
      const usedBefore = usedSeconds(lane.pid);
      const perSecond = requestsPerSecond(lane, { connections, seconds });
      const used = usedSeconds(lane.pid) - usedBefore;
      measured[place]?.figures.push(perSecond);
      measured[place]?.microseconds.push((used * 1e6) / (perSecond * seconds));
      await untilIdle(lane.pid);
    }
  }
  progress.clear();
  return measured;
}
