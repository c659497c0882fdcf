import { FabricManager } from "@matter/main/protocol";
import type { NodeReport } from "../messages.ts";
import type { BridgeNode } from "./bridge-node.ts";
import { fabricsOf } from "./fabrics.ts";
import type { PairingWindow } from "./pairing-window.ts";

/** What changes within this time is one report. */
const GATHER_MILLIS = 20;

/** Reports how a node is, whenever something of it has changed. */
export class NodeReports {
  readonly #onReport: (report: NodeReport) => void;
  #node: BridgeNode | undefined;
  #window: PairingWindow | undefined;
  #refusedPasscodes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onReport: (report: NodeReport) => void) {
    this.#onReport = onReport;
  }

  /** Begins with a node that is online. */
  follow(node: BridgeNode, window: PairingWindow): void {
    this.#node = node;
    this.#window = window;
    const soon = () => this.soon();
    const { added, replaced, deleted } = node.env.get(FabricManager).events;
    const { commissioning, sessions } = node.events;
    for (const event of [added, replaced, deleted, commissioning.fabricsChanged]) event.on(soon);
    for (const event of [sessions.opened, sessions.closed, sessions.subscriptionsChanged]) event.on(soon);
    this.now();
  }

  /** A wrong passcode was given; matter.js only logs it. */
  noteRefusedPasscode(): void {
    this.#refusedPasscodes += 1;
    this.soon();
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), GATHER_MILLIS);
  }

  now(): void {
    this.end();
    if (!this.#node?.lifecycle.isOnline) return;
    const sessions = Object.values(this.#node.state.sessions.sessions);
    this.#onReport({
      port: this.#node.state.network.operationalPort,
      fabrics: fabricsOf(this.#node),
      window: this.#window?.opened,
      openedBy: this.#window?.openedBy,
      sessions: sessions.length,
      subscriptions: sessions.reduce((sum, { numberOfActiveSubscriptions }) => sum + numberOfActiveSubscriptions, 0),
      refusedPasscodes: this.#refusedPasscodes,
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
