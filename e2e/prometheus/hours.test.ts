import { chmodSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startMetrics } from "../../src/runtime/metrics/start-metrics.ts";
import { ScheduledBackups } from "../../test/support/cli/scheduled-backups.ts";
import { runGateway, type TestGateway } from "../../test/support/gateway/running-gateway.ts";
import { Prometheus } from "./prometheus.ts";

const HOUR_MILLIS = 3_600_000;

test("every alert on what takes hours fires when its cause is made and is over when that is, on clocks that the test drives", async () => {
  const running = await runGateway();
  const scheduled = new ScheduledBackups();
  scheduled.start();
  await scheduled.pass(5);
  const prometheus = await Prometheus.scraping({ home: await metricsOf(running, scheduled) });
  await expect.poll(() => prometheus.of("home", "luxgate_backup_age_seconds")).toBe(300);
  expect(await prometheus.firing()).toEqual([]);

  chmodSync(scheduled.folder, 0o777);
  await scheduled.pass(60);
  await prometheus.fires("LuxgateBackupFails home");
  await scheduled.pass(60);
  await prometheus.fires("LuxgateBackupFails home", "LuxgateBackupOld home");
  chmodSync(scheduled.folder, 0o700);
  await scheduled.pass(10);
  await prometheus.fires();

  const deviceId = running.gateway.home.devices.all().find(({ name }) => name === "Bedside right")?.id;
  if (!deviceId) throw new Error("there is a Bedside right");
  running.clock.advance(HOUR_MILLIS);
  await prometheus.fires("LuxgateLampsOffline home");
  running.backend.happen({ kind: "online", deviceId });
  await prometheus.fires();
  expect(await prometheus.problems()).toEqual([]);
});

async function metricsOf(running: TestGateway, backups: ScheduledBackups): Promise<number> {
  const metrics = await startMetrics({
    host: "127.0.0.1",
    port: 0,
    ownNames: [],
    running,
    backups,
    version: "0",
    clock: running.clock,
    today: () => new Date(),
    onState: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  onTestFinished(async () => {
    await metrics.stop();
    await running.stop();
  });
  return metrics.port ?? 0;
}
