import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { wrongHost } from "./announced-address.ts";
import { broadcastAddressFor, countReplies, discoverable, exchange } from "./datagrams.ts";
import { sample } from "./single-reads.ts";

const networkInterface = (address: string, netmask: string) =>
  ({ address, netmask, family: "IPv4", mac: "", internal: false, cidr: null }) as const;
const INTERFACES = {
  eth0: [networkInterface("192.168.1.20", "255.255.255.0")],
  tun0: undefined,
  docker0: [
    networkInterface("172.17.0.1", "255.255.0.0"),
    { ...networkInterface("fe80::1", "ffff::"), family: "IPv6", scopeid: 1 } as const,
  ],
};

test("a gateway is broadcast to on our network that holds it, and on none beyond a router", () => {
  expect(broadcastAddressFor("192.168.1.77", INTERFACES)).toBe("192.168.1.255");
  expect(broadcastAddressFor("172.17.9.9", INTERFACES)).toBe("172.17.255.255");
  expect(broadcastAddressFor("10.0.0.1", INTERFACES)).toBeUndefined();
  expect(broadcastAddressFor("127.0.0.2")).toBe("127.255.255.255");
});

test("of many, the first, the last and some between are read by themselves; of few, all", () => {
  fc.assert(
    fc.property(fc.nat(3_000), (count) => {
      const items = Array.from({ length: count }, (_, place) => place);
      const some = sample(items);
      expect(some).toHaveLength(Math.min(count, 5));
      expect(new Set(some).size).toBe(some.length);
      if (count > 0) expect([some[0], some.at(-1)]).toEqual([0, count - 1]);
    }),
  );
});

async function socketAt(address: string): Promise<Socket> {
  const socket = createSocket("udp4").bind(0, address);
  onTestFinished(() => void socket.close());
  await once(socket, "listening");
  return socket;
}

test("what others send is not the gateway's answer", async () => {
  const [gateway, neighbour] = [await socketAt("127.0.0.2"), await socketAt("127.0.0.3")];
  gateway.on("message", (_bytes, { port, address }) => {
    neighbour.send("neighbour", port, address, () => gateway.send("gateway", port, address));
  });
  const where = await discoverable("127.0.0.2", gateway.address().port);
  expect(where).toMatchObject({ ownAddress: "127.0.0.1", broadcastAddress: "127.255.255.255" });
  const { replies } = await exchange(where, {
    payloads: ["who?"],
    to: "127.0.0.2",
    replyTimeouts: { resendMillis: 5_000, patienceMillis: 5_000, furtherMillis: 10 },
    onBothPorts: false,
    isOwn: ({ from }) => from.address === "127.0.0.2",
  });
  expect(replies.map(({ bytes, on }) => `${Buffer.from(bytes)} on the ${on}`)).toEqual(["gateway on the asking-port"]);
  const count = await countReplies(where, {
    payload: "who?",
    to: "127.0.0.2",
    requests: 3,
    patienceMillis: 5_000,
    isOwn: ({ from }) => from.address === "127.0.0.2",
    pause: async () => undefined,
  });
  expect(count).toBe(3);
});

test("a gateway is broadcast to at 255.255.255.255 only where that leads to its network", async () => {
  const broadcastFor = async (everyone: string) => (await discoverable("127.0.0.2", 9, everyone)).broadcastAddress;
  expect(await broadcastFor("127.9.9.9")).toBe("127.9.9.9");
  expect(await broadcastFor("no-such-host.invalid")).toBe("127.255.255.255");
});

test("a gateway cannot be at an address of no host, nor at our own", () => {
  for (const ip of ["0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"])
    expect(wrongHost(ip, "127.0.0.1")).toContain("cannot be the address of a host");
  expect(wrongHost("127.0.0.1", "192.168.1.20")).toContain("loopback");
  for (const ip of ["10.0.0.1", "192.168.1.21", "100.64.0.1", "223.255.255.254"])
    expect(wrongHost(ip, "192.168.1.20")).toBeUndefined();
  expect(wrongHost("127.0.0.3", "127.0.0.2")).toBeUndefined();
});
