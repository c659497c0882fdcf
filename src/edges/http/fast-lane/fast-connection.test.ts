import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import { HTTP_LIMITS, type HttpLimits } from "../limits.ts";
import type { GatewayResponse } from "../request.ts";
import { InFlight } from "../server/in-flight.ts";
import { success } from "../server/plain-responses.ts";
import { ResponseSender } from "../server/send-response.ts";
import { FastConnection } from "./fast-connection.ts";
import { FirstRequest } from "./first-request.ts";

interface Lane {
  readonly client: Socket;
  /** What was handed over, refused or reported as a fault, and left, in its order. */
  readonly reported: readonly unknown[];
  /** The bytes that were handed over, as they are now. */
  readonly handedOver: readonly Buffer[];
}

/** A real connection in the fast lane, on which `reader` finds what answers bytes. */
async function laneOf(
  reader: (text: string) => (() => GatewayResponse) | undefined,
  limits: Partial<HttpLimits> = {},
): Promise<Lane> {
  const reported: unknown[] = [];
  const handedOver: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    new FastConnection(socket, {
      limits: { ...HTTP_LIMITS, ...limits },
      sender: new ResponseSender({
        limits: { ...HTTP_LIMITS, ...limits },
        inFlight: new InFlight(HTTP_LIMITS),
        turns: new FairTurns({ now: () => performance.now(), sliceMillis: 1, later: inNextTurn }),
      }),
      readerOf: (bytes) => {
        const read = reader(bytes.toString("latin1"));
        return read && { clientAddress: "127.0.0.1", read };
      },
      firstRequest: () => new FirstRequest({ headerBytes: 64, bodyBytes: 64 }, () => true),
      onOther: (bytes) => {
        handedOver.push(bytes);
        reported.push(`other: ${bytes.toString("latin1")}`);
        socket.on("timeout", () => reported.push("timeout"));
        socket
          .on("data", (more) => reported.push(`more: ${more.toString("latin1")}`))
          .on("end", () => socket.end("handed"))
          .resume();
      },
      onRefused: ({ name }) => {
        reported.push(name);
        socket.resume().end(name);
      },
      onLeft: () => reported.push("left"),
      onProven: () => undefined,
      onFault: (fault) => reported.push(fault),
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay();
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return { client, reported, handedOver };
}

const saying = (text: string) => (): GatewayResponse => success([Buffer.from(text)]);

/** What arrives, of a response its body. */
async function receivedBy(client: Socket): Promise<string> {
  const [bytes] = await once(client, "data");
  return bytes.toString("latin1").replace(/^HTTP.*\r\n\r\n/s, "");
}

test("the same bytes are looked up once and read each time, other bytes are looked up anew", async () => {
  const lookedUp: string[] = [];
  let reads = 0;
  const { client } = await laneOf((text) => {
    lookedUp.push(text);
    return () => {
      reads += 1;
      return saying(`${text}${reads}`)();
    };
  });
  const received: string[] = [];
  for (const text of ["a", "a", "b", "b", "a"]) {
    client.write(text);
    received.push(await receivedBy(client));
  }
  expect(received).toEqual(["a1", "a2", "b3", "b4", "a5"]);
  expect(lookedUp).toEqual(["a", "b", "a"]);
});

test("bytes that are no plain read are handed over, and so is all that follows", async () => {
  const { client, reported } = await laneOf((text) => (text === "a" ? saying("A") : undefined));
  client.write("a");
  expect(await receivedBy(client)).toBe("A");
  client.write("b");
  while (reported.length < 2) await new Promise(setImmediate);
  client.end("a");
  expect(await receivedBy(client)).toBe("handed");
  await once(client, "close");
  expect(reported.slice(0, 3)).toEqual(["left", "other: b", "more: a"]);
});

test("bytes that were handed over stay as they are, whatever comes after them", async () => {
  const { client, reported, handedOver } = await laneOf(() => undefined);
  client.write("first");
  while (reported.length < 2) await new Promise(setImmediate);
  client.end("later");
  await receivedBy(client);
  expect(handedOver.map(String)).toEqual(["first"]);
});

test("a connection that was handed over has no deadline of this lane any more", async () => {
  const { client, reported } = await laneOf(() => undefined, {
    headersMillis: 20,
    keepAliveMillis: 20,
    sendMillis: 20,
  });
  client.write("a");
  await new Promise((resolve) => setTimeout(resolve, 200));
  client.end("b");
  expect(await receivedBy(client)).toBe("handed");
  expect(reported.slice(0, 3)).toEqual(["left", "other: a", "more: b"]);
});

test("nothing in time is reported, and the connection left to whoever is reported", async () => {
  const { client, reported } = await laneOf(() => saying("A"), { headersMillis: 20 });
  expect(await receivedBy(client)).toBe("timed-out");
  expect(reported.slice(0, 2)).toEqual(["left", "timed-out"]);
});

test("a first request that is partial is buffered until its head is there, and is answered or handed over as a whole", async () => {
  const read = await laneOf((text) => (text === "GET / HTTP/1.1\r\n\r\n" ? saying("A") : undefined));
  const other = await laneOf(() => undefined);
  for (const piece of ["GET /", " HTTP/1.1\r", "\n", "\r\n"]) {
    expect(other.reported).toEqual([]);
    read.client.write(piece);
    other.client.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await receivedBy(read.client)).toBe("A");
  expect(read.reported).toEqual([]);
  await expect.poll(() => other.reported).toEqual(["left", "other: GET / HTTP/1.1\r\n\r\n"]);
});

test("a client that gets on with its first request, but too slowly, is refused in time", async () => {
  const { client, reported } = await laneOf(() => undefined, { headersMillis: 100 });
  const sending = setInterval(() => client.write("a"), 10);
  client.write("GET /");
  expect(await receivedBy(client)).toBe("timed-out");
  clearInterval(sending);
  expect(reported.slice(0, 2)).toEqual(["left", "timed-out"]);
});

test("a client that ends in the middle of its first request is refused", async () => {
  const { client, reported } = await laneOf(() => undefined);
  client.end("GET /");
  expect(await receivedBy(client)).toBe("malformed");
  expect(reported.slice(0, 2)).toEqual(["left", "malformed"]);
});

test("no more is buffered of a first request than a head may have", async () => {
  const { client, handedOver } = await laneOf(() => undefined);
  client.write(`GET /${"a".repeat(100)}`);
  await expect.poll(() => handedOver.map(String)).toEqual([`GET /${"a".repeat(100)}`]);
});

test("a read that fails is reported, and answered as such; the next one may do better", async () => {
  let isBroken = true;
  const { client, reported } = await laneOf(() => () => {
    if (isBroken) throw new Error("no home");
    return saying("A")();
  });
  client.write("a");
  expect(JSON.parse(await receivedBy(client))).toMatchObject({ code: -500 });
  expect(reported).toEqual([new Error("no home")]);
  isBroken = false;
  client.write("a");
  expect(await receivedBy(client)).toBe("A");
});

test("what cannot be looked up for a fault is handed over, where the fault is met and reported", async () => {
  const { client, reported } = await laneOf(() => {
    throw new Error("no home");
  });
  client.end("a");
  expect(await receivedBy(client)).toBe("handed");
  expect(reported.slice(0, 2)).toEqual(["left", "other: a"]);
});
