import { join } from "node:path";
import type { MatterBridge, MatterState } from "../edges/matter/bridge.ts";
import { MatterFront } from "../edges/matter/matter-front.ts";
import type { Clock } from "../shared/clock.ts";
import { MATTER_WORKER, VERSION } from "./package.ts";
import type { RunningGateway } from "./start-gateway.ts";

export interface MatterStartOptions {
  /** Where pairings are stored; undefined to keep them in memory. */
  readonly folder: string | undefined;
  readonly matterPort: number;
  /** The network interface; all of them by default. */
  readonly matterInterface?: string | undefined;
  /** Names or ids of rooms and devices; empty for all. */
  readonly matterOnly: readonly string[];
  readonly matterMost: number;
  readonly matterVendorId: number;
  readonly matterProductId: number;
  readonly clock: Clock;
  /** Makes the stored pairings this gateway's own; returns what was damaged, a line each. */
  readonly claim: () => Promise<readonly string[]>;
  readonly onState: (state: MatterState) => void;
  readonly onLog: (level: "info" | "warn" | "error", text: string) => void;
}

const DATABASE = "matter.db";

/** Lets the ecosystems of Matter control the lamps of a running gateway. Nothing waits for the bridge. */
export function startMatter({ gateway, backend }: RunningGateway, options: MatterStartOptions): MatterBridge {
  return new MatterFront({
    ...options,
    gateway,
    workerPath: MATTER_WORKER,
    only: options.matterOnly,
    most: options.matterMost,
    areDevicesKnown: () => backend.condition().sources.every(({ problem }) => problem === undefined),
    settings: {
      database: options.folder === undefined ? ":memory:" : join(options.folder, DATABASE),
      gatewayId: gateway.identity.resetId,
      port: options.matterPort,
      networkInterface: options.matterInterface,
      vendorId: options.matterVendorId,
      productId: options.matterProductId,
      name: gateway.home.gateway?.name ?? "Luxgate",
      serialNumber: gateway.identity.mac.replaceAll(":", ""),
      version: VERSION,
    },
  });
}
