import { setImmediate as nextTurn } from "node:timers/promises";
import type { Freshness } from "../../edges/backends/condition.ts";
import { byLabel, type Families, type MeasuredProgram, one, type Sample } from "./family.ts";

const HOUR_MILLIS = 3_600_000;

/** The home, its store and what is behind it. */
export const HOME_FAMILIES = {
  luxgate_commands_pending: {
    type: "gauge",
    help: "Lights and sync boxes that have not yet confirmed their latest command.",
    read: ({ running }) => one(running.optimisticState.pending),
  },
  luxgate_commands_confirmed_total: {
    type: "counter",
    help: "Number of times that a light or sync box confirmed its commands.",
    read: ({ running }) => one(running.optimisticState.settled.confirmed),
  },
  luxgate_commands_put_back_total: {
    type: "counter",
    help: "Number of times that a light or sync box did not confirm a command in time and was put back to its previous state.",
    read: ({ running }) => one(running.optimisticState.settled.putBack),
  },
  luxgate_store_writable: {
    type: "gauge",
    help: "1 while the storage accepts writes, 0 while it refuses them.",
    read: ({ running }) => one(Number(running.gateway.storeProblem === undefined)),
  },
  luxgate_store_commit_duration_seconds: {
    type: "histogram",
    help: "Time until a commit is safely on the disk.",
    read: ({ running }) => one(running.gateway.storeFigures.commits.durations),
  },
  luxgate_store_commits_refused_total: {
    type: "counter",
    help: "Commits that the storage refused.",
    read: ({ running }) => one(running.gateway.storeFigures.commits.refused),
  },
  luxgate_store_pending_changes: {
    type: "gauge",
    help: "Changes that are not stored yet.",
    read: ({ running }) => one(running.gateway.storeFigures.pendingChanges),
  },
  luxgate_backend_up: {
    type: "gauge",
    help: "1 while a Zigbee2MQTT instance is reachable, 0 while it is not. Absent with simulated lamps.",
    labels: ["source"],
    read: ({ running }) => sources(running, ({ problem }) => Number(problem === undefined)),
  },
  luxgate_backend_messages_total: {
    type: "counter",
    help: "Messages received from a Zigbee2MQTT instance.",
    labels: ["source"],
    read: ({ running }) => sources(running, ({ messages }) => messages?.count),
  },
  luxgate_backend_last_message_age_seconds: {
    type: "gauge",
    help: "Time since the last message from a Zigbee2MQTT instance.",
    labels: ["source"],
    read: ({ running, nowMillis }) =>
      sources(running, ({ messages }) =>
        messages?.lastMillis === undefined ? undefined : (nowMillis - messages.lastMillis) / 1000,
      ),
  },
  luxgate_backend_problems: {
    type: "gauge",
    help: "Problems with Zigbee2MQTT and its devices that luxgate status --problems lists.",
    read: ({ running }) => one(running.backend.condition().problems.length),
  },
  luxgate_lights: {
    type: "gauge",
    help: "Lights by how certain their state is. Each light counts by its least certain value.",
    labels: ["freshness"],
    read: ({ running }) => lightsByFreshness(running),
  },
  luxgate_devices: {
    type: "gauge",
    help: "Devices by state, online or offline. The gateway itself counts as a device.",
    labels: ["state"],
    read: ({ running }) => {
      const devices = running.gateway.home.devices.all();
      const online = devices.filter((device) => device.online).length;
      return byLabel("state", [
        ["online", online],
        ["offline", devices.length - online],
      ]);
    },
  },
  luxgate_devices_offline_for_an_hour: {
    type: "gauge",
    help: "Devices that have been offline for at least an hour. After a restart the hour begins again.",
    read: ({ offlineTimes }) => one(offlineTimes.countFor(HOUR_MILLIS)),
  },
  luxgate_backup_age_seconds: {
    type: "gauge",
    help: "Age of the newest automatic backup. Absent without --backup-dir, and until there is a backup.",
    read: ({ backups }) => (backups?.ageMillis === undefined ? [] : one(backups.ageMillis / 1000)),
  },
  luxgate_backup_interval_seconds: {
    type: "gauge",
    help: "Time between automatic backups. Absent without --backup-dir.",
    read: ({ backups }) => (backups ? one(backups.everyMillis / 1000) : []),
  },
  luxgate_backup_failed: {
    type: "gauge",
    help: "1 if the last automatic backup failed, else 0. Absent without --backup-dir.",
    read: ({ backups }) => (backups ? one(Number(backups.hasFailed)) : []),
  },
} as const satisfies Families;

type Running = MeasuredProgram["running"];
type SourceOf = ReturnType<Running["backend"]["condition"]>["sources"][number];

const sources = ({ backend }: Running, figureOf: (source: SourceOf) => number | undefined): readonly Sample[] =>
  backend.condition().sources.flatMap((source) => {
    const value = figureOf(source);
    return value === undefined ? [] : [{ labels: { source: source.name }, value }];
  });

/** The least fresh first. */
const FRESHNESSES: readonly Freshness[] = ["remembered", "assumed", "confirmed"];

/** Of so many lights the freshness is looked at in one turn of the event loop. */
const LIGHTS_PER_TURN = 500;

async function lightsByFreshness({ backend, gateway }: Running): Promise<readonly Sample[]> {
  const counts = new Map(FRESHNESSES.map((freshness) => [freshness, 0]));
  const condition = backend.condition();
  const lights = gateway.home.lights.all();
  for (const [at, { id }] of lights.entries()) {
    if (at > 0 && at % LIGHTS_PER_TURN === 0) await nextTurn();
    const values = Object.values(condition.freshnessOf(id));
    const least = FRESHNESSES.find((freshness) => values.includes(freshness)) ?? "confirmed";
    counts.set(least, (counts.get(least) ?? 0) + 1);
  }
  return byLabel("freshness", counts);
}
