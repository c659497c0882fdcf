import { byLabel, type Families, one } from "./family.ts";

/** The program itself. */
export const PROCESS_FAMILIES = {
  luxgate_build_info: {
    type: "gauge",
    help: "Always 1, with the versions of Luxgate and Node as labels.",
    labels: ["version", "node"],
    read: ({ version }) => [{ labels: { version, node: process.versions.node }, value: 1 }],
  },
  luxgate_start_time_seconds: {
    type: "gauge",
    help: "Start time of the gateway, in seconds since 1970. It changes with each restart.",
    read: ({ startedAtSeconds }) => one(startedAtSeconds),
  },
  luxgate_event_loop_lag_seconds: {
    type: "histogram",
    help: "Delay of timers in the event loop.",
    read: ({ eventLoopLag }) => one(eventLoopLag.durations),
  },
  luxgate_event_loop_active_seconds_total: {
    type: "counter",
    help: "Time for which the event loop was busy.",
    read: () => one(performance.eventLoopUtilization().active / 1000),
  },
  luxgate_cpu_seconds_total: {
    type: "counter",
    help: "Processor time of all threads.",
    labels: ["mode"],
    read: () => {
      const { user, system } = process.cpuUsage();
      return byLabel("mode", [
        ["user", user / 1e6],
        ["system", system / 1e6],
      ]);
    },
  },
  luxgate_memory_bytes: {
    type: "gauge",
    help: 'Memory by kind. The kind "resident" is the memory of the whole process.',
    labels: ["kind"],
    read: () => {
      const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
      return byLabel("kind", [
        ["resident", rss],
        ["heap_total", heapTotal],
        ["heap_used", heapUsed],
        ["external", external],
        ["array_buffers", arrayBuffers],
      ]);
    },
  },
} as const satisfies Families;
