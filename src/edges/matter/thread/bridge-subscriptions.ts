import { deepCopy, Logger } from "@matter/main";
import { ServerSubscription, SessionsBehavior, SubscriptionsServer } from "@matter/main/node";
import { PeerAddress, type Subscription } from "@matter/main/protocol";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";

/** The pauses between looks for a controller that was not there. One takes 2 s at most, and most of them nothing. */
const PAUSES_MILLIS = [2, 2, 2, 4, 8, 16, 30].map((seconds) => seconds * 1_000);

type Former = SubscriptionsServer.Internal["formerSubscriptions"];

class Internal extends SubscriptionsServer.Internal {
  /** Those from before the start that are not yet established again. They are still stored. */
  missing: Former = [];
}

/**
 * A controller whose subscription is forgotten receives no change until it subscribes again, which takes a minute or more.
 * After a start, matter.js forgets them all at once, and looks for each controller for two seconds. So the bridge looks
 * again, and stores them until it has found their controllers: it may be killed before.
 */
export class BridgeSubscriptions extends SubscriptionsServer {
  /** Said again: what a class takes from its base alone is not stored. */
  static override readonly schema = SubscriptionsServer.schema;
  static override readonly Internal = Internal;
  declare internal: Internal;

  override initialize(): void {
    super.initialize();
    this.internal.missing = this.internal.formerSubscriptions;
    this.state.subscriptions = deepCopy(this.internal.missing);
    this.reactTo(this.agent.get(SessionsBehavior).events.subscriptionAdded, this.#added);
  }

  override async reestablishFormerSubscriptions(): Promise<void> {
    await this.#look(PAUSES_MILLIS);
  }

  async #look(pauses: readonly number[]): Promise<void> {
    const { missing } = this.internal;
    this.internal.formerSubscriptions = missing;
    await super.reestablishFormerSubscriptions();
    const found = missing.filter((one) => !this.internal.missing.includes(one));
    // What a controller that was found did not take, it no longer has.
    await this.#forget((one) => pauses.length === 0 || found.some((other) => isOfSamePeer(one, other)));
    this.#lookLater(pauses);
  }

  #lookLater([pause, ...later]: readonly number[]): void {
    if (pause === undefined || this.internal.missing.length === 0) return;
    const { endpoint } = this;
    const look = async () => {
      endpoint.lifecycle.destroying.off(cancel);
      await endpoint.act((agent) => agent.get(BridgeSubscriptions).#look(later));
    };
    const cancel = SYSTEM_CLOCK.after(pause, () => {
      look().catch((fault: unknown) => Logger.get("BridgeSubscriptions").error(fault));
    });
    endpoint.lifecycle.destroying.on(cancel);
  }

  /** One that was missing, or a new one, which takes the place of all that its controller had. */
  async #added(subscription: Subscription): Promise<void> {
    if (!(subscription instanceof ServerSubscription)) return;
    const { subscriptionId, session } = subscription;
    const { missing } = this.internal;
    const others = missing.filter((one) => one.subscriptionId !== subscriptionId);
    if (others.length < missing.length) this.internal.missing = others;
    else await this.#forget((one) => isOfSamePeer(one, session));
  }

  async #forget(isForgotten: (one: Former[number]) => boolean): Promise<void> {
    const ids = this.internal.missing.filter(isForgotten).map(({ subscriptionId }) => subscriptionId);
    if (ids.length === 0) return;
    this.internal.missing = this.internal.missing.filter((one) => !isForgotten(one));
    const { transaction } = this.context;
    await transaction.addResources(this);
    await transaction.begin();
    this.state.subscriptions = this.state.subscriptions.filter(({ subscriptionId }) => !ids.includes(subscriptionId));
    await transaction.commit();
  }
}

const isOfSamePeer = (one: Pick<Former[number], "peerAddress">, other: Pick<Former[number], "peerAddress">): boolean =>
  PeerAddress.is(PeerAddress(one.peerAddress), PeerAddress(other.peerAddress));
