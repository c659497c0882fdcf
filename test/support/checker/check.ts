import { type CheckOptions, check } from "../../../src/programs/checker/check.ts";
import type { Report } from "../../../src/programs/checker/report/report.ts";
import { brokenIn } from "../../../src/programs/checker/report/report.ts";
import type { Extra } from "../../../src/programs/checker/rules.ts";
import type { ManualClock } from "../gateway/manual-clock.ts";
import type { TestGateway } from "../gateway/running-gateway.ts";

export const EVERY_EXTRA: ReadonlySet<Extra> = new Set(["discovery", "pair", "write", "events"]);

/** Time that passes only while somebody waits, and then at once: the gateway's own. */
const leapingTime = (clock: ManualClock): CheckOptions["time"] => ({
  now: () => clock.now(),
  wait: async (millis) => clock.advance(millis),
});

/** What has no clock of ours is checked by the machine's. */
const OPTIONS = {
  key: undefined,
  extras: new Set<Extra>(),
  discoveryPort: 0,
  mqttPort: 0,
  pauseMillis: 0,
  timeoutMillis: 10_000,
  replyTimeouts: { resendMillis: 1_000, patienceMillis: 3_000, furtherMillis: 10 },
  pressMillis: 60_000,
  time: { now: () => performance.now(), wait: async () => undefined },
  today: () => new Date("2026-11-15T20:15:00Z"),
  onProgress: () => undefined,
  whileChanging: (task) => task(new AbortController().signal),
} as const satisfies Omit<CheckOptions, "url">;

/** Checks whatever answers at an address. */
export const checkUrl = (url: URL, overrides: Partial<CheckOptions> = {}): Promise<Report> =>
  check({ ...OPTIONS, url, ...overrides });

/** Checks a gateway that a test runs, without pauses, and presses its button when that is asked for. */
export const checkGateway = (running: TestGateway, overrides: Partial<CheckOptions> = {}): Promise<Report> =>
  checkUrl(new URL(`http://127.0.0.1:${running.http.port}`), {
    discoveryPort: running.discovery.port ?? 0,
    mqttPort: running.events.mqtt?.port ?? 0,
    time: leapingTime(running.clock),
    onProgress: (line) => {
      if (line.startsWith("Press")) running.gateway.pressButton();
    },
    ...overrides,
  });

/** What does not hold, in words. */
export const faultsIn = (report: Report): readonly string[] =>
  report.verdicts
    .filter(({ id }) => brokenIn(report).includes(id))
    .flatMap(({ id, findings }) =>
      findings.map(({ where, expected, found }) => `${id}: ${where}: ${expected}, not ${found}`),
    );

export const uncheckedIn = ({ verdicts }: Report): Report["verdicts"] =>
  verdicts.filter(({ outcome }) => outcome === "unchecked");
