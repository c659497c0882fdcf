import "../../src/edges/matter/thread/before-matter.ts";
import "../../src/edges/matter/thread/matter-model.ts";
import { createInterface } from "node:readline";
import {
  AttributeId,
  ClusterId,
  EndpointNumber,
  Environment,
  Filesystem,
  Logger,
  LogLevel,
  MemoryStorageDriver,
  Seconds,
  ServerNode,
  StorageService,
} from "@matter/main";
import { AdministratorCommissioning } from "@matter/main/clusters/administrator-commissioning";
import { ColorControl } from "@matter/main/clusters/color-control";
import { LevelControl } from "@matter/main/clusters/level-control";
import { OnOff } from "@matter/main/clusters/on-off";
import { type ClientNode, ControllerBehavior } from "@matter/main/node";
import { Invoke, Read, type ReadResult, Subscribe, type SustainedSubscription } from "@matter/main/protocol";
import { ManualPairingCodeCodec } from "@matter/main/types";
import { guess, outgoing } from "./matter-controller-attacks.ts";

/**
 * A controller of matter.js, for tests: it is given one command a line, and answers each with a line. What a node reports
 * is a line as well.
 */
interface Asked {
  readonly id: number;
  readonly do: "commission" | "read" | "invoke" | "subscribe" | "decommission" | "guess" | "hold" | "sent" | "let-pair";
  readonly passcode?: number;
  readonly ip?: string;
  readonly port?: number;
  readonly pairingCode?: string;
  readonly endpoint?: number;
  readonly cluster?: number;
  readonly attribute?: number;
  readonly command?: string;
  readonly fields?: object;
}

const CLUSTERS: Readonly<Record<number, unknown>> = {
  6: OnOff,
  8: LevelControl,
  60: AdministratorCommissioning,
  768: ColorControl,
};

/** A window for another ecosystem, with a verifier that belongs to no code. */
const WINDOW = {
  cluster: 60,
  command: "openCommissioningWindow",
  fields: {
    commissioningTimeout: 180,
    pakePasscodeVerifier: Buffer.alloc(97, 1),
    discriminator: 1,
    iterations: 1_000,
    salt: Buffer.alloc(16, 1),
  },
};

const say = (line: object): void => {
  process.stdout.write(
    `${JSON.stringify(line, (_key, value) => (typeof value === "bigint" ? String(value) : value))}\n`,
  );
};

Logger.level = LogLevel.FATAL;
const environment = Environment.default;
const storage = environment.get(StorageService);
storage.registerDriver(MemoryStorageDriver);
storage.configuredDriver = MemoryStorageDriver.id;
environment.delete(Filesystem);

const controller = await ServerNode.create(ServerNode.RootEndpoint.with(ControllerBehavior), {
  id: "controller",
  network: { port: 0 },
  commissioning: { enabled: false },
  controller: { adminFabricLabel: process.argv[2] ?? "test" },
});
await controller.start();
let peer: ClientNode | undefined;

const node = (): ClientNode => {
  if (!peer) throw new Error("nothing is commissioned yet");
  return peer;
};

async function valuesOf(result: ReadResult): Promise<readonly object[]> {
  const values: object[] = [];
  for await (const chunk of result) {
    for await (const report of chunk) {
      if (report.kind === "attr-value") {
        const { endpointId: endpoint, clusterId: cluster, attributeId: attribute } = report.path;
        values.push({ endpoint, cluster, attribute, value: report.value });
      } else if (report.kind === "attr-status") values.push({ ...report.path, status: report.status });
    }
  }
  return values;
}

const pathOf = ({ endpoint, cluster, attribute }: Asked) => ({
  ...(endpoint === undefined ? {} : { endpointId: EndpointNumber(endpoint) }),
  ...(cluster === undefined ? {} : { clusterId: ClusterId(cluster) }),
  ...(attribute === undefined ? {} : { attributeId: AttributeId(attribute) }),
});

/** By a code; with another passcode than that of the code if one is given. */
async function pair({ pairingCode = "", passcode }: Asked): Promise<void> {
  const code = ManualPairingCodeCodec.decode(pairingCode);
  peer = await controller.peers.commission({
    passcode: passcode ?? code.passcode,
    shortDiscriminator: code.shortDiscriminator ?? 0,
    timeout: Seconds(passcode === undefined ? 120 : 3),
    autoSubscribe: false,
    autoStateInitialize: false,
  });
}

async function statusesOf({ endpoint = 0, cluster = 0, command, fields }: Asked): Promise<readonly number[]> {
  const request = {
    endpoint: EndpointNumber(endpoint),
    cluster: CLUSTERS[cluster],
    command,
    ...(fields && { fields }),
  };
  const statuses: number[] = [];
  const invoke = Invoke({ commands: [request as never], skipValidation: true });
  for await (const chunk of node().interaction.invoke(invoke)) {
    for (const result of chunk) statuses.push(result.kind === "cmd-status" ? result.status : 0);
  }
  return statuses;
}

async function perform(asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case "commission":
      await pair(asked);
      return {};
    case "read":
      // What a subscription has brought already is read as well.
      return await valuesOf(
        node().interaction.read(Object.assign(Read({ attributes: [pathOf(asked)] }), { includeKnownVersions: true })),
      );
    case "invoke":
      return await statusesOf(asked);
    case "subscribe": {
      const subscribe = Subscribe({
        attributes: [pathOf(asked)],
        minIntervalFloor: Seconds(0),
        maxIntervalCeiling: Seconds(30),
      });
      const updated = async (data: ReadResult) => say({ reports: await valuesOf(data) });
      const subscription = await node().interaction.subscribe({ ...subscribe, sustain: true, updated } as Subscribe);
      // It is given before the node has heard of it.
      await (subscription as SustainedSubscription).active;
      return {};
    }
    case "let-pair":
      return await statusesOf({ ...asked, ...WINDOW });
    case "decommission":
      await node().decommission();
      return {};
    case "guess": {
      const { ip = "", port = 0, pairingCode = "" } = asked;
      return await guess(controller, asked.passcode ?? ManualPairingCodeCodec.decode(pairingCode).passcode, {
        ip,
        port,
      });
    }
    case "hold":
      outgoing.isHeldBack = true;
      return {};
    case "sent":
      return outgoing.datagrams.splice(0);
    default:
      throw new Error(`unknown: ${asked.do}`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked;
  perform(asked).then(
    (answer) => say({ id: asked.id, answer }),
    (fault: Error) => say({ id: asked.id, fault: `${fault.message} ${fault.cause ?? ""}` }),
  );
}
process.exit();
