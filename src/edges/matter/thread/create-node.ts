import { randomInt } from "node:crypto";
import { Environment, Filesystem, StorageService, VendorId } from "@matter/main";
import { AggregatorEndpoint } from "@matter/main/endpoints/aggregator";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { shortText } from "../lamps/names.ts";
import type { NodeSettings } from "../messages.ts";
import { BridgeInformation } from "./bridge-information.ts";
import { BridgeNode } from "./bridge-node.ts";
import { BridgeSubscriptions } from "./bridge-subscriptions.ts";
import { CommandSink } from "./command-sink.ts";
import type { MatterDatabase } from "./matter-database.ts";
import { MatterStorage } from "./matter-storage.ts";
import { newPasscode } from "./passcode.ts";
import { versionNumber } from "./version-number.ts";

const MOST_DISCRIMINATOR = 0xfff;

interface NodeParts {
  readonly database: MatterDatabase;
  /** Takes the commands of ecosystems. */
  readonly sink: CommandSink;
  readonly onFault: (fault: unknown) => void;
}

/** A node of matter.js that stores in our database, without lamps and not yet online. */
export async function createNode(settings: NodeSettings, { database, sink, onFault }: NodeParts): Promise<BridgeNode> {
  const { port, vendorId, productId, name, serialNumber, version, networkInterface } = settings;
  const environment = Environment.default;
  useOwnStorage(environment, new MatterStorage({ database, clock: SYSTEM_CLOCK, onFault }));
  if (networkInterface !== undefined) environment.vars.set("mdns.networkInterface", networkInterface);
  environment.set(CommandSink, sink);
  return await BridgeNode.create(BridgeNode.RootEndpoint.with(BridgeSubscriptions, BridgeInformation), {
    id: "luxgate",
    network: { port },
    commissioning: {
      // The window is opened by an operator only.
      enabled: false,
      passcode: database.fact("passcode", newPasscode),
      discriminator: database.fact("discriminator", () => randomInt(MOST_DISCRIMINATOR + 1)),
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
      softwareVersion: versionNumber(version),
      softwareVersionString: version,
      hardwareVersionString: "1",
    },
  });
}

function useOwnStorage(environment: Environment, storage: MatterStorage): void {
  const service = environment.get(StorageService);
  service.registerDriver({ id: MatterStorage.id, create: () => storage });
  service.configuredDriver = MatterStorage.id;
  // Nothing of matter.js reads or writes files.
  environment.delete(Filesystem);
}
