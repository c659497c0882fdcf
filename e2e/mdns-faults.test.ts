import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { LineProcess } from "./support/line-process.ts";
import { type MdnsClient, serviceIn } from "./support/mdns-client.ts";
import { MdnsNetworks } from "./support/mdns-networks.ts";
import { type DnsRecord, questionFor } from "./support/mdns-packets.ts";
import { NetworkNamespace, whyNoNamespaces } from "./support/network-namespace.ts";

const HOOK_MILLIS = 30_000;
const TYPE = ["_luxgate", "_tcp", "local"];
const NO_NETWORK = { announced: false, reason: "this machine is not connected to a network" };
const at = (...addresses: readonly string[]) => ({ announced: true, name: "Luxgate", addresses });

/** Whether some records tell of a gateway at an address. */
const isAt = (address: string) => (records: readonly DnsRecord[]) =>
  serviceIn(records)?.addresses.includes(address) === true;

/** What a firewall that lets no mDNS out is made of, or why it cannot be made here. */
const FIREWALL = ["policy", "add", "dir", "out", "dst", "224.0.0.251/32", "action", "block"] as const;
const NO_FIREWALL = ["policy", "flush"] as const;

function whyNoFirewall(): string | undefined {
  const namespace = new NetworkNamespace();
  try {
    namespace.ip("xfrm", ...FIREWALL);
    return undefined;
  } catch (error) {
    return String(error).split("\n")[0];
  } finally {
    namespace.remove();
  }
}

const SUBJECT = "mDNS where something is wrong";
const obstacle = whyNoNamespaces();
if (obstacle !== undefined) console.warn(`Not tested: ${SUBJECT}: ${obstacle}.`);
const title = obstacle === undefined ? SUBJECT : `${SUBJECT} (skipped: ${obstacle})`;
const noFirewall = obstacle ?? whyNoFirewall();

describe.skipIf(obstacle !== undefined)(title, () => {
  const networks = new MdnsNetworks();
  let machine: NetworkNamespace;
  let neighbour: NetworkNamespace;
  let client: MdnsClient;

  const connect = async () => {
    await networks.connect([machine, "lan", "10.71.1.1/24"], [neighbour, "lan", "10.71.1.2/24"]);
    client = await networks.client(neighbour, "10.71.1.2");
  };

  beforeAll(() => networks.build(), HOOK_MILLIS);
  beforeEach(() => {
    machine = networks.namespace();
    neighbour = networks.namespace();
  }, HOOK_MILLIS);
  afterEach(() => networks.undo(), HOOK_MILLIS);
  afterAll(() => networks.remove());

  test("without a network at the start it says so once, and is announced when there is one", async () => {
    const gateway = networks.gateway(machine);
    expect(await gateway.state(() => true)).toEqual(NO_NETWORK);
    await connect();
    await gateway.announced();
    await client.next(isAt("10.71.1.1"));
    expect(gateway.states).toEqual([NO_NETWORK, at("10.71.1.1")]);
  });

  test("an address that changes is announced, and clients are not told goodbye", async () => {
    await connect();
    const gateway = networks.gateway(machine);
    await gateway.announced();
    await client.next(isAt("10.71.1.1"));
    machine.ip("addr", "add", "10.71.3.1/24", "dev", "lan");
    machine.ip("addr", "del", "10.71.1.1/24", "dev", "lan");
    await client.next(isAt("10.71.3.1"));
    await expect.poll(() => gateway.states.at(-1)).toEqual(at("10.71.3.1"));
    expect(client.heard.filter(({ ttlSeconds }) => ttlSeconds === 0)).toEqual([]);
  });

  test("an interface that goes and comes back is announced again", async () => {
    await connect();
    const gateway = networks.gateway(machine);
    await gateway.announced();
    machine.ip("link", "set", "lan", "down");
    await gateway.state(({ announced }) => !announced);
    machine.ip("link", "set", "lan", "up");
    await expect
      .poll(() => gateway.states, { timeout: 10_000 })
      .toEqual([at("10.71.1.1"), NO_NETWORK, at("10.71.1.1")]);
  });

  test("a port 5353 that another program keeps for itself is reported, and taken once it is free", async () => {
    await connect();
    const script = 'require("dgram").createSocket("udp4").bind(5353, () => console.log("held"))';
    const { command, args } = machine.command(process.execPath, "-e", script);
    const holder = new LineProcess(command, args);
    await holder.line(/held/);
    const gateway = networks.gateway(machine);
    const taken = { announced: false, reason: "another program uses UDP port 5353" };
    expect(await gateway.state(() => true)).toEqual(taken);
    await holder.stop();
    await gateway.announced();
    await client.next(isAt("10.71.1.1"));
    expect(gateway.states).toEqual([taken, at("10.71.1.1")]);
  });

  test.skipIf(noFirewall !== undefined)(
    `a network that takes no multicast is reported, and tried again${noFirewall === undefined ? "" : ` (skipped: ${noFirewall})`}`,
    async () => {
      await connect();
      machine.ip("xfrm", ...FIREWALL);
      const gateway = networks.gateway(machine);
      expect(await gateway.state(() => true)).toEqual({ announced: false, reason: "sending fails (EPERM)" });
      expect(client.heard).toEqual([]);
      machine.ip("xfrm", ...NO_FIREWALL);
      await gateway.announced();
      await client.next(isAt("10.71.1.1"));
    },
  );

  test("after a loss of power it is announced under the same name and with the same `id`", async () => {
    await connect();
    const gateway = networks.gateway(machine);
    expect(await gateway.announced()).toBe("Luxgate");
    const before = serviceIn(await client.next(isAt("10.71.1.1")));
    await gateway.kill();
    const heardUntilThen = client.heard.length;
    const next = networks.gateway(machine);
    expect(await next.announced()).toBe("Luxgate");
    await expect.poll(() => serviceIn(client.heard.slice(heardUntilThen))).toEqual(before);
  });

  test("P3: no datagram breaks it", async () => {
    await connect();
    const gateway = networks.gateway(machine);
    await gateway.announced();
    const asker = await networks.client(neighbour, "10.71.1.2", 0);
    const question = [...questionFor(TYPE, "PTR")];
    const anyDatagram = fc.oneof(
      fc.uint8Array({ maxLength: 1_400 }),
      fc.uint8Array({ maxLength: 40 }).map((tail) => Uint8Array.from([...question, ...tail])),
      fc
        .array(fc.tuple(fc.nat(question.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
        .map((changes) => Uint8Array.from(changes.reduce((bytes, [index, byte]) => bytes.with(index, byte), question))),
    );
    await fc.assert(
      // In batches: one client is answered four times a second.
      fc.asyncProperty(fc.array(anyDatagram, { minLength: 1, maxLength: 10 }), async (datagrams) => {
        for (const datagram of datagrams) {
          client.send(datagram);
          asker.send(datagram);
        }
        await answersAgain(asker);
      }),
      { numRuns: times(60) },
    );
    expect(gateway.states).toEqual([at("10.71.1.1")]);
  });
});

/** Asks until there is an answer: one that asks too often is not answered for a while. */
async function answersAgain(asker: MdnsClient): Promise<void> {
  const answer = asker.next(isAt("10.71.1.1")).then(() => true);
  const isAnswered = () => {
    asker.ask(TYPE, "PTR");
    return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100, false))]);
  };
  await expect.poll(isAnswered, { interval: 150 }).toBe(true);
}
