import { SessionManager } from "@matter/main/protocol";
import type { MatterFabric, MatterWindow } from "../bridge.ts";
import type { ChosenIds } from "../lamps/chosen.ts";
import type { MatterLamp } from "../lamps/matter-lamp.ts";
import type { LampCommand, NodeReport, NodeSettings } from "../messages.ts";
import type { BridgeNode } from "./bridge-node.ts";
import { BridgeSubscriptions } from "./bridge-subscriptions.ts";
import { createNode } from "./create-node.ts";
import { fabricsOf, nameOfFabric, removeFabric } from "./fabrics.ts";
import { MatterDatabase } from "./matter-database.ts";
import { NodeLamps } from "./node-lamps.ts";
import { NodeReports } from "./node-reports.ts";
import { PairingWindow } from "./pairing-window.ts";
import { limitStrangers } from "./strangers.ts";

/** The text of the database with what names have chosen. */
const CHOSEN = "chosen";

export interface MatterNodeOptions {
  readonly settings: NodeSettings;
  readonly onCommand: (command: LampCommand) => void;
  /** Who was paired before, told before the node is online. */
  readonly onPaired: (fabrics: readonly MatterFabric[]) => void;
  readonly onReport: (report: NodeReport) => void;
  readonly onNotShown: (lampId: string) => void;
  /** The node went offline by itself. */
  readonly onOffline: () => void;
  readonly onFault: (fault: unknown) => void;
}

/** The Matter node that all lamps hang on. */
export class MatterNode {
  readonly #options: MatterNodeOptions;
  readonly #database: MatterDatabase;
  readonly #lamps: NodeLamps;
  readonly #reports: NodeReports;
  #node: BridgeNode | undefined;
  /** From when the node is online. */
  #window: PairingWindow | undefined;
  #isStopping = false;

  constructor(options: MatterNodeOptions) {
    this.#options = options;
    this.#database = new MatterDatabase(options.settings.database);
    if (!this.#database.isOf(options.settings.gatewayId)) {
      this.#database.close();
      throw new Error("the stored pairings are not this gateway's");
    }
    this.#lamps = new NodeLamps({
      database: this.#database,
      send: options.onCommand,
      callerOf: (index) => (this.#node && nameOfFabric(this.#node, index)) ?? "Matter",
      onNotShown: options.onNotShown,
      onFault: options.onFault,
    });
    this.#reports = new NodeReports(options.onReport);
  }

  /** The lamps that were shown before, in the order in which they came. */
  get knownLamps(): readonly string[] {
    return this.#database.lampIds;
  }

  /** What names of the settings have chosen before. */
  get chosen(): ChosenIds {
    const text = this.#database.text(CHOSEN);
    return text === undefined ? [] : JSON.parse(text);
  }

  remember(chosen: ChosenIds): void {
    this.#database.setText(CHOSEN, JSON.stringify(chosen));
  }

  start(lamps: readonly MatterLamp[]): Promise<void> {
    return this.#lamps.inTurn(() => this.#start(lamps));
  }

  async #start(lamps: readonly MatterLamp[]): Promise<void> {
    const { settings, onPaired, onFault, onOffline } = this.#options;
    const node = await createNode(settings, { database: this.#database, sink: this.#lamps.commands, onFault });
    this.#node = node;
    onPaired(fabricsOf(node));
    await node.add(this.#lamps.bridge);
    await this.#lamps.change(lamps, []);
    limitStrangers(node.env.get(SessionManager), onFault);
    await node.start();
    // It stores subscriptions, and is loaded by itself only at the first start after a pairing. Not before the node is
    // online: it would hear of no session.
    await node.act((agent) => agent.load(BridgeSubscriptions));
    node.lifecycle.offline.on(() => {
      if (!this.#isStopping) onOffline();
    });
    this.#window = new PairingWindow(node, { onChange: () => this.#reports.soon(), onFault });
    this.#reports.follow(node, this.#window);
  }

  /** Lamps that are new or have changed, and those that are gone. Resolves once ecosystems can see it. */
  show(lamps: readonly MatterLamp[], gone: readonly string[]): Promise<void> {
    return this.#lamps.show(lamps, gone);
  }

  settle(id: string, lamp: MatterLamp | undefined): void {
    this.#lamps.commands.settle(id, lamp);
  }

  async openWindow(): Promise<MatterWindow | "full" | "open-by-ecosystem"> {
    return this.#online().window.open();
  }

  async closeWindow(): Promise<"closed" | "was-closed"> {
    return this.#online().window.close();
  }

  async removeFabric(index: number): Promise<"removed" | "not-found"> {
    const outcome = await removeFabric(this.#online().node, index, this.#options.onFault);
    this.#reports.now();
    return outcome;
  }

  /** A wrong passcode was given; matter.js only logs it. */
  noteRefusedPasscode(): void {
    this.#reports.noteRefusedPasscode();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#lamps.settled;
    this.#window?.end();
    this.#reports.end();
    await this.#node?.close();
    this.#database.close();
  }

  #online(): { readonly node: BridgeNode; readonly window: PairingWindow } {
    if (!this.#node?.lifecycle.isOnline || !this.#window) throw new Error("the Matter node is not online");
    return { node: this.#node, window: this.#window };
  }
}
