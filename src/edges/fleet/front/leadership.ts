import type { JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import { millis, type NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "../../../shared/clock.ts";
import { streamOf } from "../subjects.ts";

interface LeadershipOptions {
  readonly connection: Pick<NatsConnection, "info">;
  readonly manager: { readonly streams: Pick<JetStreamManager["streams"], "info"> };
  readonly bucket: string;
  readonly clock: Clock;
}

const LOOK_MILLIS = 1_000;
/** A leader hears of each other server every second. */
const UNHEARD_MILLIS = 3_000;
/** For how long a bucket may have no leader: an election takes up to 9 s, and gateways give up after as long. */
const ELECTION_MILLIS = 10_000;
/** The same when too few servers are left to elect one. */
const TOO_FEW_MILLIS = 2_500;

/**
 * Whether a bucket can be written. The entries that a front follows come from one server, which goes on when the others
 * are down. So this asks the leader of the bucket, and the leader says which servers it hears of.
 */
export class Leadership {
  readonly #options: LeadershipOptions;
  #ledAtMillis: number;
  /** The addresses that the connected server knew of while the bucket had a leader: several for each server, perhaps. */
  #addresses = 0;
  #cancelLook: () => void = () => undefined;
  #isStopped = false;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    this.#ledAtMillis = options.clock.now();
    void this.#look();
  }

  /**
   * For how long nothing could be written; 0 while it can be, while a leader may be elected, and while no server is
   * connected: then nobody knows.
   */
  get missingMillis(): number {
    if (!this.#options.connection.info) return 0;
    const millis = this.#options.clock.now() - this.#ledAtMillis;
    return millis > (this.#areTooFew ? TOO_FEW_MILLIS : ELECTION_MILLIS) ? millis : 0;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelLook();
  }

  async #look(): Promise<void> {
    const { connection, manager, bucket, clock } = this.#options;
    const askedAtMillis = clock.now();
    const info = await manager.streams.info(streamOf(bucket)).catch(() => undefined);
    // Without a server nobody knows, and there is time again when one is connected.
    if (!connection.info) this.#ledAtMillis = clock.now();
    else if (info && hasMajority(info)) {
      this.#ledAtMillis = askedAtMillis;
      this.#addresses = Math.max(this.#addresses, this.#knownAddresses);
    }
    if (!this.#isStopped) this.#cancelLook = clock.after(LOOK_MILLIS, () => void this.#look());
  }

  get #areTooFew(): boolean {
    return this.#knownAddresses * 2 <= this.#addresses;
  }

  get #knownAddresses(): number {
    return this.#options.connection.info?.connect_urls?.length ?? 1;
  }
}

/** A leader that was cut off from the others goes on for a while. */
function hasMajority({ cluster }: StreamInfo): boolean {
  if (!cluster) return true;
  if (!cluster.leader) return false;
  const others = cluster.replicas ?? [];
  const heard = others.filter(({ offline, active }) => !offline && millis(active) <= UNHEARD_MILLIS);
  return (heard.length + 1) * 2 > others.length + 1;
}
