import { Logger } from "@matter/main";
import { SubscriptionsServer } from "@matter/main/node";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";

/** The pauses between looks for a controller that was not there. One takes 2 s at most, and most of them nothing. */
const PAUSES_MILLIS = [2, 2, 2, 4, 8, 16, 30].map((seconds) => seconds * 1_000);

type Former = SubscriptionsServer.Internal["formerSubscriptions"];

/**
 * After a start, matter.js looks for each controller once, for two seconds, and forgets those it does not find. Such a
 * controller receives no change until it subscribes again, which takes a minute or more. So the bridge looks again.
 */
export class BridgeSubscriptions extends SubscriptionsServer {
  /** Said again: what a class takes from its base alone is not stored. */
  static override readonly schema = SubscriptionsServer.schema;

  override async reestablishFormerSubscriptions(): Promise<void> {
    await this.#look(this.internal.formerSubscriptions, PAUSES_MILLIS);
  }

  async #look(former: Former, pauses: readonly number[]): Promise<void> {
    const missing = former.filter(({ peerAddress }) => !this.#isSubscribed(peerAddress));
    this.internal.formerSubscriptions = missing;
    await super.reestablishFormerSubscriptions();
    this.#lookLater(missing, pauses);
  }

  #lookLater(former: Former, [pause, ...later]: readonly number[]): void {
    if (pause === undefined || former.length === 0) return;
    const { endpoint } = this;
    const look = async () => {
      endpoint.lifecycle.destroying.off(cancel);
      await endpoint.act((agent) => agent.get(BridgeSubscriptions).#look(former, later));
    };
    const cancel = SYSTEM_CLOCK.after(pause, () => {
      look().catch((fault: unknown) => Logger.get("BridgeSubscriptions").error(fault));
    });
    endpoint.lifecycle.destroying.on(cancel);
  }

  /** By itself meanwhile, or because it was found. */
  #isSubscribed({ fabricIndex, nodeId }: Former[number]["peerAddress"]): boolean {
    return this.state.subscriptions.some(
      ({ peerAddress }) => peerAddress.fabricIndex === fabricIndex && peerAddress.nodeId === nodeId,
    );
  }
}
