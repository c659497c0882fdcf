import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { MDNS_GROUP } from "../../shared/mdns-group.ts";
import { type InterfaceSocket, openInterfaceSocket } from "./interface-socket.ts";
import type { NetworkInterface } from "./interfaces.ts";

const LOOPBACK: NetworkInterface = { address: "127.0.0.1", netmask: "255.0.0.0", internal: true };

/** A port that nobody has, so that tests do not hear the machine's own mDNS; or one that somebody keeps for himself. */
async function somePort({ isKept = false } = {}): Promise<number> {
  const socket = createSocket("udp4").bind(0);
  await once(socket, "listening");
  const { port } = socket.address();
  const close = () => new Promise<void>((resolve) => socket.close(() => resolve()));
  if (isKept) onTestFinished(close);
  else await close();
  return port;
}

/** A socket on the loopback interface, and what it receives. */
async function opened(port: number): Promise<{ readonly socket: InterfaceSocket; readonly received: string[] }> {
  const received: string[] = [];
  const onDatagram = (datagram: Buffer, { address }: { readonly address: string }) =>
    received.push(`${datagram} from ${address}`);
  const socket = await openInterfaceSocket(LOOPBACK, { onDatagram, onLost: () => undefined }, port);
  onTestFinished(() => socket.close());
  return { socket, received };
}

describe("a socket on an interface", () => {
  test("shares its port with others, and all receive what is multicast there", async () => {
    const port = await somePort();
    const [one, other] = [await opened(port), await opened(port)];
    expect(await one.socket.send(Buffer.from("hello"))).toBeUndefined();
    for (const { received } of [one, other]) await expect.poll(() => received).toEqual(["hello from 127.0.0.1"]);
  });

  test("sends to one receiver", async () => {
    const receiver = createSocket("udp4").bind(0, "127.0.0.1");
    onTestFinished(() => void receiver.close());
    await once(receiver, "listening");
    const { socket } = await opened(await somePort());
    const arrived = once(receiver, "message");
    expect(await socket.send(Buffer.from("hello"), receiver.address())).toBeUndefined();
    expect(String((await arrived)[0])).toBe("hello");
  });

  test("says why it could not send", async () => {
    const { socket } = await opened(await somePort());
    expect(await socket.send(Buffer.alloc(70_000))).toMatchObject({ code: "EMSGSIZE" });
    await socket.close();
    expect(await socket.send(Buffer.from("hello"))).toBeInstanceOf(Error);
    await socket.close();
  });

  test("is refused where a program keeps the port for itself, or the machine lacks the address", async () => {
    const events = { onDatagram: () => undefined, onLost: () => undefined };
    const taken = openInterfaceSocket(LOOPBACK, events, await somePort({ isKept: true }));
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
    const elsewhere = openInterfaceSocket({ ...LOOPBACK, address: "203.0.113.9" }, events, await somePort());
    await expect(elsewhere).rejects.toThrow("addMembership");
  });

  test("does not hear what is multicast to its port after it was closed", async () => {
    const port = await somePort();
    const [one, other] = [await opened(port), await opened(port)];
    await one.socket.close();
    await other.socket.send(Buffer.from("hello"), { address: MDNS_GROUP, port });
    await expect.poll(() => other.received).toHaveLength(1);
    expect(one.received).toEqual([]);
  });
});
