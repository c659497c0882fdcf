/**
 * A filter that can match a topic of ours. MQTT tools subscribe to `#` and to `$SYS/#`, and take a refusal for a fault:
 * `$SYS/` is granted too, and nothing is ever published there.
 */
const FILTER = /^(?:#|(?:res|\+|\$SYS)(?=\/.)(?:\/(?:[\w-]*|\+))*(?:\/#)?)$/;
const LONGEST_FILTER = 64;

type Qos = 0 | 1;

/** The subscriptions of one client. */
export class Filters {
  readonly #limit: number;
  readonly #qosByFilter = new Map<string, Qos>();
  /** A cache of results; there are only so many topics. */
  readonly #qosByTopic = new Map<string, Qos | undefined>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#qosByFilter.size === 0;
  }

  /** Whether the filter is granted. */
  add(filter: string, qos: number): boolean {
    const isKnown = this.#qosByFilter.has(filter);
    if (!isGrantable(filter) || (!isKnown && this.#qosByFilter.size >= this.#limit)) return false;
    this.#qosByFilter.set(filter, qos === 0 ? 0 : 1);
    this.#qosByTopic.clear();
    return true;
  }

  remove(filter: string): void {
    this.#qosByFilter.delete(filter);
    this.#qosByTopic.clear();
  }

  /** The highest QoS of the matching filters; undefined without a matching filter. */
  qosFor(topic: string): Qos | undefined {
    if (!this.#qosByTopic.has(topic)) this.#qosByTopic.set(topic, this.#bestFor(topic));
    return this.#qosByTopic.get(topic);
  }

  #bestFor(topic: string): Qos | undefined {
    const matching = [...this.#qosByFilter].filter(([filter]) => isMatch(filter, topic)).map(([, qos]) => qos);
    return matching.length === 0 ? undefined : matching.includes(1) ? 1 : 0;
  }
}

const isGrantable = (filter: string): boolean => filter.length <= LONGEST_FILTER && FILTER.test(filter);

/** Far more than any topic has. */
const MOST_LEVELS = 100;

/** Whether the protocol allows a filter (MQTT 3.1.1 §4.7.1), be it granted or not. */
export function isValidFilter(filter: string): boolean {
  const levels = filter.split("/");
  if (filter === "" || filter.includes("\0") || levels.length > MOST_LEVELS) return false;
  return levels.every((level, at) => {
    return level === "+" || (level === "#" && at === levels.length - 1) || !/[+#]/.test(level);
  });
}

/** MQTT 3.1.1 §4.7.1. */
export function isMatch(filter: string, topic: string): boolean {
  const filterLevels = filter.split("/");
  const levels = topic.split("/");
  for (const [at, level] of filterLevels.entries()) {
    if (level === "#") return true;
    if (level !== "+" && level !== levels[at]) return false;
  }
  return filterLevels.length === levels.length;
}
