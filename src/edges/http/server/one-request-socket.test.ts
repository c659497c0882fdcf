import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { endOnError } from "../../../shared/connection-faults.ts";
import { CLIENT_END, OneRequestSocket } from "./one-request-socket.ts";

interface Served {
  readonly client: Socket;
  readonly stream: OneRequestSocket;
  /** The requests that Node's parser found, in their order. */
  readonly requests: { readonly request: IncomingMessage; readonly response: ServerResponse; body: string }[];
  /** Answers the newest request, and lets the next one pass. */
  readonly answer: () => Promise<void>;
  readonly faults: readonly unknown[];
}

/** A real connection to Node's HTTP server, one request at a time. */
async function served(
  onRequest: (request: IncomingMessage) => void = () => undefined,
  given: Partial<ConstructorParameters<typeof OneRequestSocket>[2]> = {},
): Promise<Served> {
  const requests: Served["requests"] = [];
  const faults: unknown[] = [];
  const http = createHttpServer((request, response) => {
    const exchange = { request, response, body: "" };
    requests.push(exchange);
    (request.socket as unknown as OneRequestSocket).begin(request);
    onRequest(request);
    request.on("data", (bytes) => {
      exchange.body += bytes;
    });
  });
  http.on("clientError", (_error, socket) => socket.end("broken"));
  const server = createServer({ allowHalfOpen: true });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  const [socket] = (await once(server, "connection")) as [Socket];
  const stream = new OneRequestSocket(endOnError(socket), undefined, {
    onBytes: () => undefined,
    later: (goOn) => void setImmediate(goOn),
    mostDroppedBytes: 1_000_000,
    onFault: (fault) => faults.push(fault),
    ...given,
  });
  http.emit("connection", stream);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const answer = async () => {
    const { response, request } = requests.at(-1) ?? {};
    response?.end(`<${request?.url}>`);
    if (response) await once(response, "close");
    stream.next();
  };
  return { client, stream, requests, answer, faults };
}

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const put = (path: string, body: string) =>
  `PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (path: string, body: string) =>
  `PUT ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};

test("of a thousand requests in one packet, Node is given one, and the next once that is answered", async () => {
  const { client, requests, answer } = await served();
  client.write(Array.from({ length: 1_000 }, (_, number) => GET(`/${number}`)).join(""));
  for (let number = 0; number < 5; number += 1) {
    await expect.poll(() => requests.length).toBe(number + 1);
    await settled();
    expect(requests.map(({ request }) => request.url).at(-1)).toBe(`/${number}`);
    expect(requests).toHaveLength(number + 1);
    await answer();
  }
});

test("a fault in whoever listens is reported, and ends this connection alone", async () => {
  const fault = new Error("a listener failed");
  const broken = await served(() => {
    throw fault;
  });
  const { client, requests, answer } = await served();
  broken.client.write(GET("/"));
  await expect.poll(() => broken.stream.destroyed).toBe(true);
  expect(broken.faults).toEqual([fault]);
  client.write(GET("/"));
  await expect.poll(() => requests.length).toBe(1);
  await answer();
  expect(String((await once(client, "data"))[0])).toContain("200 OK");
});

test("what a client sends while its request is in work stays in its own kernel once a little is read", async () => {
  const { client, requests } = await served();
  client.write(GET("/"));
  await expect.poll(() => requests.length).toBe(1);
  let taken = 0;
  while (client.write(Buffer.alloc(1_000_000)) || taken < 3) {
    taken += 1;
    await settled();
  }
  expect(client.writableLength).toBeGreaterThan(0);
});

test("of blank lines a few pass in each turn, however many of them were read at once", async () => {
  const turns: (() => void)[] = [];
  let passed = 0;
  const onBytes = () => {
    passed += 1;
  };
  const { client, requests } = await served(undefined, { onBytes, later: (goOn) => turns.push(goOn) });
  client.write(`${"\r\n".repeat(1_000)}${GET("/behind")}`);
  for (let most = 16; requests.length === 0; most += 16) {
    await expect.poll(() => turns.length + requests.length).toBe(1);
    await settled();
    expect(passed).toBeLessThanOrEqual(most);
    turns.shift()?.();
  }
  expect(requests.map(({ request }) => request.url)).toEqual(["/behind"]);
});

test("behind the last response a bounded number of bytes is read and dropped, then the connection ends", async () => {
  const { client, stream } = await served(undefined, { mostDroppedBytes: 100_000 });
  stream.end("refused");
  expect(String((await once(client, "data"))[0])).toBe("refused");
  client.write(Buffer.alloc(90_000));
  await settled();
  expect(stream.destroyed).toBe(false);
  client.on("error", () => undefined).write(Buffer.alloc(20_000));
  await expect.poll(() => stream.destroyed).toBe(true);
});

test("a body passes while its request is in work, however it is framed, and nothing behind it", async () => {
  const { client, requests, answer } = await served();
  client.write(put("/1", "blank\r\n\r\nlines") + chunked("/2", "blank\r\n\r\nlines") + GET("/3"));
  for (const body of ["blank\r\n\r\nlines", "blank\r\n\r\nlines", ""]) {
    await expect.poll(() => requests.at(-1)?.request.complete).toBe(true);
    await settled();
    expect(requests.at(-1)?.body).toBe(body);
    await answer();
  }
  expect(requests.map(({ request }) => request.url)).toEqual(["/1", "/2", "/3"]);
});

test("a request that is answered before its body has come is over with its body", async () => {
  const { client, requests, answer } = await served();
  client.write("PUT /early HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
  await expect.poll(() => requests.length).toBe(1);
  await answer();
  client.write(`cd${GET("/next")}`);
  await expect.poll(() => requests.map(({ request }) => request.url)).toEqual(["/early", "/next"]);
});

test("a client that ends its side is answered first, and its end is reported at once", async () => {
  const { client, stream, requests, answer } = await served();
  const ended = once(stream, CLIENT_END);
  client.end(GET("/1") + GET("/2"));
  const received = text(client);
  await ended;
  await expect.poll(() => requests.length).toBe(1);
  expect(stream.readableEnded).toBe(false);
  await answer();
  await expect.poll(() => requests.length).toBe(2);
  await answer();
  expect(await received).toMatch(/<\/1>.*<\/2>$/s);
});

test("however requests are cut into packets, each passes once, in its order, when it is its turn", async () => {
  const request = fc.oneof(
    fc.constant(GET("/x")),
    fc.constantFrom("", "ab", "a\r\n\r\nb").map((body) => put("/x", body)),
    fc.constantFrom("ab", "a\r\n\r\nb").map((body) => chunked("/x", body)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(500)), async (all, cuts) => {
      const { client, requests, answer } = await served();
      const bytes = all.map((each, number) => each.replace("/x", `/${number}`)).join("");
      const places = [...cuts.filter((cut) => cut < bytes.length), bytes.length].toSorted((one, two) => one - two);
      client.setNoDelay();
      let from = 0;
      for (const place of places) {
        client.write(bytes.slice(from, place));
        from = place;
        await nextTurn();
      }
      for (const number of all.keys()) {
        await expect.poll(() => requests[number]?.request.complete, { interval: 1 }).toBe(true);
        expect(requests).toHaveLength(number + 1);
        await answer();
      }
      expect(requests.map(({ request: { url } }) => url)).toEqual(all.map((_, number) => `/${number}`));
    }),
    { numRuns: times(100) },
  );
});
