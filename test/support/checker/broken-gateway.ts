import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import type { TestGateway } from "../gateway/running-gateway.ts";
import type { Breakage, Given, RelayedRequest } from "./mutant.ts";
import { ADDRESS, BEHIND, relayDatagrams, relayMqtt } from "./relays.ts";

export interface BrokenGateway {
  readonly url: URL;
  readonly discoveryPort: number;
  readonly mqttPort: number;
  stop(): Promise<void>;
}

/** Puts a mutant between a real gateway and its clients: HTTP, discovery and MQTT, at an address of its own. */
export async function breakGateway(running: TestGateway, mutant: Breakage): Promise<BrokenGateway> {
  const http = createServer((incoming, response) => void passOn(running, mutant, incoming, response));
  http.listen(0, ADDRESS);
  await once(http, "listening");
  const udp = await relayDatagrams(running, mutant);
  const mqtt = relayMqtt(running, mutant);
  mqtt.listen(0, ADDRESS);
  await once(mqtt, "listening");
  return {
    url: new URL(`http://${ADDRESS}:${(http.address() as AddressInfo).port}`),
    discoveryPort: udp.port,
    mqttPort: (mqtt.address() as AddressInfo).port,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => http.close(resolve)),
        new Promise((resolve) => mqtt.close(resolve)),
        udp.stop(),
      ]);
    },
  };
}

async function passOn(
  running: TestGateway,
  mutant: Breakage,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { asked: changeAsked = (asked) => asked, given: changeGiven = (given) => given } = mutant;
  const url = new URL(incoming.url ?? "/", "http://gateway.test");
  const original: RelayedRequest = {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: plain(incoming.headers),
    body: (await buffer(incoming)).toString("utf8"),
    connection: incoming.socket,
  };
  const { method, path, query, headers, body } = changeAsked(original);
  const outgoing = request({
    host: BEHIND,
    port: running.http.port,
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: { ...headers, ...(headers["content-length"] ? { "content-length": Buffer.byteLength(body) } : {}) },
    agent: false,
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  const answered = plain(answer.headers);
  const head = { status: answer.statusCode ?? 0, headers: answered };
  if (answered["content-type"]?.startsWith("text/event-stream"))
    return streamOn(answer, { response, changeGiven, original, head });
  const bytes = await buffer(answer);
  const isText = answered["content-type"]?.startsWith("application/json");
  const isPacked = answered["content-encoding"] === "gzip";
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString(isText ? "utf8" : "latin1");
  const given = changeGiven({ ...head, body: text.replaceAll(`"ip":"${BEHIND}"`, `"ip":"${ADDRESS}"`) }, original);
  if (given === "cut") return void incoming.socket.destroy();
  const { encoding = isText ? "utf8" : "latin1" } = given;
  sendOn(response, { ...given, encoding, isPacked: isPacked && given.headers["content-encoding"] === "gzip" });
}

function sendOn(response: ServerResponse, { status, headers, body, encoding, isPacked }: Given & Sending): void {
  const bytes = Buffer.from(body, encoding);
  const { "content-length": _length, ...rest } = headers;
  response.writeHead(status, rest);
  response.end(isPacked ? gzipSync(bytes) : bytes);
}

interface Sending {
  readonly encoding: BufferEncoding;
  readonly isPacked: boolean;
}

interface Streaming {
  readonly response: ServerResponse;
  readonly changeGiven: NonNullable<Breakage["given"]>;
  readonly original: RelayedRequest;
  readonly head: Omit<Given, "body">;
}

/** Each piece by itself, as a stream has no end. */
function streamOn(answer: IncomingMessage, { response, changeGiven, original, head }: Streaming): void {
  response.writeHead(head.status, head.headers);
  answer.on("data", (piece: Buffer) => {
    const given = changeGiven({ ...head, body: piece.toString("utf8") }, original);
    if (given !== "cut") response.write(given.body);
  });
  response.on("close", () => answer.destroy());
}

const plain = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
