import { type Metric, Registry } from "prom-client";
import { DURATION_BOUNDS_SECONDS, type Durations } from "../../shared/durations.ts";
import type { Families, Family, MeasuredProgram, Sample } from "./family.ts";
import { HOME_FAMILIES } from "./home-families.ts";
import { MATTER_FAMILIES } from "./matter-families.ts";
import { NETWORK_FAMILIES } from "./network-families.ts";
import { PROCESS_FAMILIES } from "./process-families.ts";

/** Every metric, under its name. */
export const FAMILIES: Families = { ...NETWORK_FAMILIES, ...MATTER_FAMILIES, ...HOME_FAMILIES, ...PROCESS_FAMILIES };

/** A registry whose metrics are read from the program when they are scraped, and at no other time. */
export function registryOf(program: () => MeasuredProgram): Registry {
  const registry = new Registry();
  for (const [name, family] of Object.entries(FAMILIES)) {
    // The registry asks no more of a metric than this; its types name the counters that count by themselves.
    registry.registerMetric(new ReadMetric(name, family, program) as unknown as Metric);
  }
  return registry;
}

/** A metric as a registry asks for it: counted elsewhere, and read when it is scraped. */
class ReadMetric {
  readonly name: string;
  readonly #family: Family;
  readonly #program: () => MeasuredProgram;

  constructor(name: string, family: Family, program: () => MeasuredProgram) {
    this.name = name;
    this.#family = family;
    this.#program = program;
  }

  async get() {
    const { name } = this;
    const { help, type } = this.#family;
    return { name, help, type, aggregator: "sum", values: await this.#values(this.#family) };
  }

  async #values(family: Family) {
    const program = this.#program();
    if (family.type !== "histogram") return family.read(program);
    return (await family.read(program)).flatMap((sample) => linesOf(this.name, sample));
  }
}

/** Buckets hold whatever is below their bound, so each has those before it too. */
function linesOf(name: string, { labels = {}, value: { counts, sumMillis } }: Sample<Durations>) {
  let sum = 0;
  const buckets = counts.map((count, at) => {
    sum += count;
    const le = DURATION_BOUNDS_SECONDS[at] ?? "+Inf";
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumMillis / 1000 },
    { metricName: `${name}_count`, labels, value: sum },
  ];
}
