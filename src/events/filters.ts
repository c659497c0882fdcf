/**
 * A filter that can match something of ours. Tools that look at brokers ask for `#`, and for what brokers say of
 * themselves below `$SYS/`: that is granted too, as they take a refusal for a fault, and nothing is ever said there.
 */
const FILTER = /^(?:#|(?:res|\+|\$SYS)(?=\/.)(?:\/(?:[\w-]*|\+))*(?:\/#)?)$/;
const LONGEST_FILTER = 64;

type Qos = 0 | 1;

/** What one client asked for, and how it wants to be told. */
export class Filters {
  readonly #limit: number;
  readonly #qosByFilter = new Map<string, Qos>();
  /** What was worked out; there are only so many topics. */
  readonly #qosByTopic = new Map<string, Qos | undefined>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a client may have this one. */
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

  /** The best that was asked for; undefined when it was not asked for at all. */
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

/** MQTT 3.1.1 §4.7.1. */
export function isMatch(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  for (const [at, level] of wanted.entries()) {
    if (level === "#") return true;
    if (level !== "+" && level !== levels[at]) return false;
  }
  return wanted.length === levels.length;
}
