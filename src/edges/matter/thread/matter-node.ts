import { randomInt } from "node:crypto";
import { Endpoint, Environment, FabricIndex, Filesystem, StorageService, VendorId } from "@matter/main";
import { AdministratorCommissioning } from "@matter/main/clusters/administrator-commissioning";
import { AggregatorEndpoint } from "@matter/main/endpoints/aggregator";
import { SubscriptionsServer } from "@matter/main/node";
import { DeviceCommissioner, FabricManager, SessionManager } from "@matter/main/protocol";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { within } from "../../../shared/within.ts";
import type { MatterFabric, MatterWindow } from "../bridge.ts";
import type { MatterLamp } from "../lamps/matter-lamp.ts";
import { shortText } from "../lamps/names.ts";
import type { LampCommand, NodeReport, NodeSettings } from "../messages.ts";
import { BridgeNode } from "./bridge-node.ts";
import { LampCommands } from "./lamp-commands.ts";
import { LampEndpoint } from "./lamp-endpoints.ts";
import { CommandSink } from "./lamp-servers.ts";
import { MatterDatabase } from "./matter-database.ts";
import { MatterStorage } from "./matter-storage.ts";
import { newPasscode } from "./passcode.ts";
import { limitStrangers } from "./strangers.ts";
import { vendorNameOf } from "./vendor-names.ts";

/** Matter's limit for a window of this kind; matter.js itself never ends one. */
const WINDOW_MILLIS = 15 * 60 * 1_000;

/** How long an ecosystem that is removed may take to hear of it. */
const LEAVE_MILLIS = 2_000;

const { CommissioningWindowStatus: WindowStatus } = AdministratorCommissioning;

const MOST_DISCRIMINATOR = 0xfff;

export interface MatterNodeOptions {
  readonly settings: NodeSettings;
  readonly onCommand: (command: LampCommand) => void;
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
  readonly #lamps = new Map<string, LampEndpoint>();
  readonly #commands: LampCommands;
  #node: BridgeNode | undefined;
  #aggregator: Endpoint<AggregatorEndpoint> | undefined;
  #window: MatterWindow | undefined;
  #opening: Promise<MatterWindow | "full" | "open-by-ecosystem"> | undefined;
  #isStopping = false;
  #windowTimer: NodeJS.Timeout | undefined;
  #refusedPasscodes = 0;
  #reportTimer: NodeJS.Timeout | undefined;
  /** Lamps come and go one after the other, after the start. */
  #changes: Promise<void> = Promise.resolve();
  #changesWaiting = 0;

  constructor(options: MatterNodeOptions) {
    this.#options = options;
    this.#database = new MatterDatabase(options.settings.database);
    if (!this.#database.isOf(options.settings.gatewayId)) {
      this.#database.close();
      throw new Error("the stored pairings are not this gateway's");
    }
    this.#commands = new LampCommands({
      send: options.onCommand,
      callerOf: (index) => this.#callerOf(index),
      onNotShown: (lamp, fault) => this.#notShown(lamp, fault),
    });
  }

  /** The lamps that were shown before, in the order in which they came. */
  get knownLamps(): readonly string[] {
    return this.#database.lampIds;
  }

  start(lamps: readonly MatterLamp[]): Promise<void> {
    return this.#inTurn(() => this.#start(lamps));
  }

  async #start(lamps: readonly MatterLamp[]): Promise<void> {
    const environment = Environment.default;
    this.#useOwnStorage(environment);
    const { port, vendorId, productId, name, serialNumber, version, networkInterface } = this.#options.settings;
    if (networkInterface !== undefined) environment.vars.set("mdns.networkInterface", networkInterface);
    environment.set(CommandSink, this.#commands);
    this.#node = await BridgeNode.create(BridgeNode.RootEndpoint, {
      id: "luxgate",
      network: { port },
      commissioning: {
        // The window is opened by an operator only.
        enabled: false,
        passcode: this.#database.fact("passcode", newPasscode),
        discriminator: this.#database.fact("discriminator", () => randomInt(MOST_DISCRIMINATOR + 1)),
      },
      productDescription: { name: shortText(name), deviceType: AggregatorEndpoint.deviceType },
      basicInformation: {
        vendorName: "Luxgate",
        vendorId: VendorId(vendorId),
        nodeLabel: shortText(name),
        productName: "Luxgate",
        productLabel: "Lighting gateway",
        productId,
        serialNumber: shortText(serialNumber),
        uniqueId: shortText(serialNumber.split("").reverse().join("")),
        softwareVersionString: version,
        hardwareVersionString: "1",
      },
    });
    this.#aggregator = new Endpoint(AggregatorEndpoint, { id: "bridge", number: 1 });
    await this.#node.add(this.#aggregator);
    await this.#show(lamps, []);
    limitStrangers(this.#node.env.get(SessionManager), this.#options.onFault);
    await this.#node.start();
    // It stores subscriptions, and is loaded by itself only at the first start after a pairing. Not before the node is
    // online: it would hear of no session.
    await this.#node.act((agent) => agent.load(SubscriptionsServer));
    this.#observe(this.#node);
    this.#report();
  }

  /** Lamps that are new or have changed, and those that are gone. Resolves once ecosystems can see it. */
  async show(lamps: readonly MatterLamp[], gone: readonly string[]): Promise<void> {
    // What only changes what a lamp shows waits for nobody, unless the lamp itself may be about to go.
    const isIdle = this.#changesWaiting === 0;
    const known = lamps.filter((lamp) => isIdle && this.#lamps.get(lamp.id)?.isFitFor(lamp));
    const shown = known.map((lamp) => this.#commands.show(lamp));
    const others = lamps.filter((lamp) => !known.includes(lamp));
    if (others.length > 0 || gone.length > 0) shown.push(this.#inTurn(() => this.#show(others, gone)));
    await Promise.all(shown);
  }

  settle(id: string, lamp: MatterLamp | undefined): void {
    this.#commands.settle(id, lamp);
  }

  /** Two who ask at once get the same window. */
  openWindow(): Promise<MatterWindow | "full" | "open-by-ecosystem"> {
    this.#opening ??= this.#openWindow().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #openWindow(): Promise<MatterWindow | "full" | "open-by-ecosystem"> {
    const node = this.#running();
    if (this.#window) return this.#window;
    if (this.#isOpenByEcosystem(node)) return "open-by-ecosystem";
    const { commissionedFabrics, supportedFabrics } = node.state.operationalCredentials;
    if (commissionedFabrics >= supportedFabrics) return "full";
    await node.env.get(DeviceCommissioner).allowBasicCommissioning(() => this.#windowClosed());
    const { qrPairingCode, manualPairingCode } = node.state.commissioning.pairingCodes;
    this.#window = {
      qrText: qrPairingCode,
      manualCode: manualPairingCode.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1-$2-$3"),
      untilMillis: Date.now() + WINDOW_MILLIS,
    };
    this.#windowTimer = setTimeout(() => void this.closeWindow().catch(this.#options.onFault), WINDOW_MILLIS);
    this.#reportSoon();
    return this.#window;
  }

  async closeWindow(): Promise<"closed" | "was-closed"> {
    const node = this.#running();
    const isOpen = this.#window !== undefined || this.#isOpenByEcosystem(node);
    // Nothing happens if none is open.
    await node.env.get(DeviceCommissioner).endCommissioning();
    this.#windowClosed();
    return isOpen ? "closed" : "was-closed";
  }

  async removeFabric(index: number): Promise<"removed" | "not-found"> {
    const fabric = this.#running().env.get(FabricManager).maybeFor(FabricIndex(index));
    if (!fabric) return "not-found";
    // It tells the ecosystem, one session after the other, which takes long where nobody answers.
    const leaving = fabric.leave().catch(this.#options.onFault);
    await within(SYSTEM_CLOCK, LEAVE_MILLIS, leaving);
    await fabric.delete();
    this.#report();
    return "removed";
  }

  /** A wrong passcode was given; matter.js only logs it. */
  noteRefusedPasscode(): void {
    this.#refusedPasscodes += 1;
    this.#reportSoon();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#windowTimer);
    clearTimeout(this.#reportTimer);
    await this.#changes;
    await this.#node?.close();
    this.#database.close();
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    this.#changesWaiting += 1;
    const made = this.#changes.then(change).finally(() => {
      this.#changesWaiting -= 1;
    });
    this.#changes = made.catch(() => undefined);
    return made;
  }

  /** One lamp that matter.js refuses takes no other with it. */
  async #show(lamps: readonly MatterLamp[], gone: readonly string[]): Promise<void> {
    for (const id of gone) await this.#remove(id).catch(this.#options.onFault);
    try {
      this.#database.numbersOf(lamps.map(({ id }) => id));
    } catch {
      // As where the disk is full: lamps that have a number are shown, and each other one fails by itself.
    }
    for (const lamp of lamps) await this.#put(lamp).catch((fault) => this.#notShown(lamp, fault));
  }

  async #put(lamp: MatterLamp): Promise<void> {
    const known = this.#lamps.get(lamp.id);
    if (known?.isFitFor(lamp)) return this.#commands.show(lamp);
    if (known) await this.#remove(lamp.id);
    const number = this.#database.numbersOf([lamp.id]).get(lamp.id);
    if (!this.#aggregator || number === undefined) throw new Error("the Matter node has no place for the lamp yet");
    const added = new LampEndpoint(lamp, number);
    try {
      await this.#aggregator.add(added.endpoint);
    } catch (fault) {
      await added.endpoint.close().catch(() => undefined);
      throw fault;
    }
    this.#lamps.set(lamp.id, added);
    this.#commands.add(lamp.id, added, number);
  }

  #notShown(lamp: MatterLamp, fault: unknown): void {
    const why = fault instanceof Error ? fault.message : String(fault);
    this.#options.onFault(new Error(`the lamp ${JSON.stringify(lamp.name)} could not be shown: ${why}`));
    this.#options.onNotShown(lamp.id);
  }

  async #remove(id: string): Promise<void> {
    const lamp = this.#lamps.get(id);
    if (!lamp) return;
    this.#lamps.delete(id);
    await this.#commands.remove(id, lamp.endpoint.number);
    await lamp.endpoint.delete();
  }

  #isOpenByEcosystem(node: BridgeNode): boolean {
    return !this.#window && node.state.administratorCommissioning.windowStatus !== WindowStatus.WindowNotOpen;
  }

  #useOwnStorage(environment: Environment): void {
    const service = environment.get(StorageService);
    const storage = new MatterStorage({
      database: this.#database,
      clock: SYSTEM_CLOCK,
      onFault: this.#options.onFault,
    });
    service.registerDriver({ id: MatterStorage.id, create: () => storage });
    service.configuredDriver = MatterStorage.id;
    // Nothing of matter.js reads or writes files.
    environment.delete(Filesystem);
  }

  #observe(node: BridgeNode): void {
    const soon = () => this.#reportSoon();
    const { added, replaced, deleted } = node.env.get(FabricManager).events;
    added.on(soon);
    replaced.on(soon);
    deleted.on(soon);
    node.lifecycle.offline.on(() => {
      if (!this.#isStopping) this.#options.onOffline();
    });
    const { commissioning, sessions } = node.events;
    commissioning.fabricsChanged.on(soon);
    sessions.opened.on(soon);
    sessions.closed.on(soon);
    sessions.subscriptionsChanged.on(soon);
  }

  #windowClosed(): void {
    clearTimeout(this.#windowTimer);
    this.#window = undefined;
    this.#reportSoon();
  }

  #reportSoon(): void {
    this.#reportTimer ??= setTimeout(() => this.#report(), 20);
  }

  #report(): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    if (!this.#node?.lifecycle.isOnline) return;
    const sessions = Object.values(this.#node.state.sessions.sessions);
    this.#options.onReport({
      port: this.#node.state.network.operationalPort,
      fabrics: this.#fabrics(),
      window: this.#window,
      sessions: sessions.length,
      subscriptions: sessions.reduce((sum, { numberOfActiveSubscriptions }) => sum + numberOfActiveSubscriptions, 0),
      refusedPasscodes: this.#refusedPasscodes,
    });
  }

  #fabrics(): readonly MatterFabric[] {
    return Object.values(this.#node?.state.commissioning.fabrics ?? {}).map((fabric) => ({
      index: fabric.fabricIndex,
      vendorId: fabric.rootVendorId,
      vendorName: vendorNameOf(fabric.rootVendorId),
      label: fabric.label,
      fabricId: String(fabric.fabricId),
      nodeId: String(fabric.nodeId),
    }));
  }

  #callerOf(index: number | undefined): string {
    const fabric = this.#fabrics().find((one) => one.index === index);
    if (!fabric) return "Matter";
    return fabric.label || fabric.vendorName || `fabric ${fabric.index}`;
  }

  #running(): BridgeNode {
    if (!this.#node?.lifecycle.isOnline) throw new Error("the Matter node is not online");
    return this.#node;
  }
}
