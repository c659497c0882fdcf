import { AdministratorCommissioning } from "@matter/main/clusters/administrator-commissioning";
import { DeviceCommissioner } from "@matter/main/protocol";
import type { MatterWindow } from "../bridge.ts";
import type { BridgeNode } from "./bridge-node.ts";
import { nameOfFabric } from "./fabrics.ts";

/** Matter's limit for a window of this kind; matter.js itself never ends one. */
const WINDOW_MILLIS = 15 * 60 * 1_000;

const { CommissioningWindowStatus: WindowStatus } = AdministratorCommissioning;

interface PairingWindowOptions {
  readonly onChange: () => void;
  readonly onFault: (fault: unknown) => void;
}

/** When ecosystems can pair with a node that is online: an operator opens it, or an ecosystem that is paired. */
export class PairingWindow {
  readonly #node: BridgeNode;
  readonly #options: PairingWindowOptions;
  #opened: MatterWindow | undefined;
  #opening: Promise<MatterWindow | "full" | "open-by-ecosystem"> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(node: BridgeNode, options: PairingWindowOptions) {
    this.#node = node;
    this.#options = options;
    node.events.administratorCommissioning.windowStatus$Changed.on(options.onChange);
  }

  /** As an operator opened it. */
  get opened(): MatterWindow | undefined {
    return this.#opened;
  }

  /** The ecosystem that lets another one pair, by a code of its own. */
  get openedBy(): string | undefined {
    const { windowStatus, adminFabricIndex } = this.#node.state.administratorCommissioning;
    if (this.#opened || windowStatus === WindowStatus.WindowNotOpen) return undefined;
    return nameOfFabric(this.#node, adminFabricIndex) ?? "an ecosystem";
  }

  /** Two who ask at once get the same window. */
  open(): Promise<MatterWindow | "full" | "open-by-ecosystem"> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<MatterWindow | "full" | "open-by-ecosystem"> {
    if (this.#opened) return this.#opened;
    if (this.openedBy !== undefined) return "open-by-ecosystem";
    const { commissionedFabrics, supportedFabrics } = this.#node.state.operationalCredentials;
    if (commissionedFabrics >= supportedFabrics) return "full";
    await this.#node.env.get(DeviceCommissioner).allowBasicCommissioning(() => this.#closed());
    const { qrPairingCode, manualPairingCode } = this.#node.state.commissioning.pairingCodes;
    this.#opened = {
      qrText: qrPairingCode,
      manualCode: manualPairingCode.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1-$2-$3"),
      untilMillis: Date.now() + WINDOW_MILLIS,
    };
    this.#timer = setTimeout(() => void this.close().catch(this.#options.onFault), WINDOW_MILLIS);
    this.#options.onChange();
    return this.#opened;
  }

  /** Whoever has opened it. */
  async close(): Promise<"closed" | "was-closed"> {
    const isOpen = this.#opened !== undefined || this.openedBy !== undefined;
    // Nothing happens if none is open.
    await this.#node.env.get(DeviceCommissioner).endCommissioning();
    this.#closed();
    return isOpen ? "closed" : "was-closed";
  }

  /** The node is about to stop. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #closed(): void {
    clearTimeout(this.#timer);
    this.#opened = undefined;
    this.#options.onChange();
  }
}
