import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { Agent, request } from "node:https";
import { type AddressInfo, connect as connectPlain, createServer, type Server } from "node:net";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "../src/edges/http/limits.ts";
import { TlsCertificate } from "../src/edges/http/server/tls-certificate.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { Certificate } from "./support/http/certificates.ts";
import type { Envelope } from "./support/http/http-client.ts";
import { parseRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LIGHTS = "/clip/v2/resource/light";

type Change = { readonly validUntil: string } | { readonly problem: string };

interface TlsGateway extends TestGateway {
  readonly tlsPort: number;
  readonly files: Certificate;
  readonly changes: readonly Change[];
  /** Looks at the files again, and waits until they were read. */
  look(): Promise<void>;
}

async function tlsGateway(limits: Partial<HttpLimits> = {}): Promise<TlsGateway> {
  const files = new Certificate();
  const clock = new ManualClock();
  const changes: Change[] = [];
  const certificate = await TlsCertificate.read({
    certificatePath: files.cert,
    keyPath: files.key,
    clock,
    onChange: (change) => changes.push(change),
  });
  if ("problem" in certificate) throw new Error(certificate.problem);
  const gateway = await runGateway({ tls: { port: 0, certificate }, clock, limits: { ...HTTP_LIMITS, ...limits } });
  onTestFinished(() => gateway.stop());
  const look = async () => {
    const told = changes.length;
    clock.advance(10_000);
    await expect.poll(() => changes.length).toBeGreaterThan(told);
  };
  return { ...gateway, tlsPort: gateway.http.tlsPort ?? 0, files, changes, look };
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function ask(port: number, path: string, { ca, body, ...asked }: Asked & { ca: string }) {
  return new Promise<{ status: number; envelope: Envelope; shown: PeerCertificate }>((resolve, reject) => {
    const agent = new Agent({ keepAlive: false });
    const outgoing = request({ host: "127.0.0.1", port, path, ca, agent, ...asked }, async (incoming) => {
      const shown = (incoming.socket as TLSSocket).getPeerCertificate();
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece);
      resolve({ status: incoming.statusCode ?? 0, envelope: JSON.parse(`${Buffer.concat(pieces)}`), shown });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

test("G84: over TLS the same is answered as over plain HTTP, which goes on beside it", async () => {
  const gateway = await tlsGateway();
  const ca = gateway.files.authority;
  const secure = await ask(gateway.tlsPort, LIGHTS, { ca });
  expect(secure.envelope).toEqual((await gateway.client.send(LIGHTS)).json);
  expect((await ask(gateway.tlsPort, "/nowhere", { ca })).status).toBe(404);
});

test("G84: addresses in answers to HTTPS are those of HTTPS, and our own pages may change things there", async () => {
  const gateway = await tlsGateway();
  const ca = gateway.files.authority;
  const { key } = await PairedClient.of(gateway);
  const scenes = await ask(gateway.tlsPort, "/clip/v2/resource/scene", { ca });
  const text = JSON.stringify(scenes.envelope);
  expect(text).toContain(`https://127.0.0.1:${gateway.tlsPort}/pictures/`);
  expect(text).not.toContain("http://");
  const light = gateway.gateway.home.lights.all()[0]?.id;
  const set = (origin: string) =>
    ask(gateway.tlsPort, `${LIGHTS}/${light}`, {
      ca,
      method: "PUT",
      headers: { "application-key": key, Origin: origin },
      body: '{"on":1}',
    });
  expect((await set(`https://127.0.0.1:${gateway.tlsPort}`)).envelope.code).toBe(0);
  expect((await set(`http://127.0.0.1:${gateway.tlsPort}`)).status).toBe(403);
});

test("G84: a renewed certificate is shown without a restart, also to whoever comes while others are connected", async () => {
  const gateway = await tlsGateway();
  const before = gateway.files.authority;
  const staying = connect({ port: gateway.tlsPort, host: "127.0.0.1", ca: before });
  onTestFinished(() => void staying.destroy());
  await once(staying, "secureConnect");
  const renewed = new Certificate({ days: 9 });
  gateway.files.renewAs(renewed);
  await gateway.look();
  expect(gateway.changes).toEqual([{ validUntil: expect.stringContaining("GMT") }]);
  const { shown } = await ask(gateway.tlsPort, LIGHTS, { ca: renewed.authority });
  expect((gateway.changes[0] as { validUntil: string }).validUntil).toBe(shown.valid_to);
  staying.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(String((await once(staying, "data"))[0])).toMatch(/^HTTP\/1\.1 200 /);
  await expect(ask(gateway.tlsPort, LIGHTS, { ca: before })).rejects.toThrow();
});

test.each([
  ["is no certificate", (files: Certificate) => writeFileSync(files.cert, "rubbish"), "contains no PEM certificate"],
  ["has a key that is none", (files: Certificate) => writeFileSync(files.key, "rubbish"), "contains no PEM key"],
  [
    "has another's key",
    (files: Certificate) => copyFileSync(new Certificate().key, files.key),
    "does not match the certificate",
  ],
  [
    "is only half there",
    (files: Certificate) => copyFileSync(new Certificate().cert, files.cert),
    "does not match the certificate",
  ],
  [
    "has a key that is too short for TLS",
    (files: Certificate) => files.renewAs(new Certificate({ key: ["rsa:512"] })),
    "cannot be used (ERR_SSL_EE_KEY_TOO_SMALL)",
  ],
])(
  "G84: a new certificate that %s is told of and not taken; the one before stays, until a good one is there",
  async (_what, spoil, problem) => {
    const gateway = await tlsGateway();
    const before = gateway.files.authority;
    spoil(gateway.files);
    await gateway.look();
    expect(gateway.changes).toEqual([{ problem: expect.stringContaining(problem) }]);
    expect((await ask(gateway.tlsPort, LIGHTS, { ca: before })).status).toBe(200);
    const good = new Certificate();
    gateway.files.renewAs(good);
    await gateway.look();
    expect(gateway.changes.at(-1)).toEqual({ validUntil: expect.any(String) });
    expect((await ask(gateway.tlsPort, LIGHTS, { ca: good.authority })).status).toBe(200);
  },
);

test("G84: whoever speaks no TLS there, or none that is still safe, is hung up on; others are served on", async () => {
  const gateway = await tlsGateway();
  const plain = plainRequest({ host: "127.0.0.1", port: gateway.tlsPort, path: LIGHTS });
  plain.end();
  await expect(once(plain, "response")).rejects.toThrow();
  const old = connect({
    port: gateway.tlsPort,
    host: "127.0.0.1",
    ca: gateway.files.authority,
    minVersion: "TLSv1.1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT:@SECLEVEL=0",
  });
  await expect(once(old, "secureConnect")).rejects.toThrow();
  expect((await ask(gateway.tlsPort, LIGHTS, { ca: gateway.files.authority })).status).toBe(200);
});

test("G84: connections over TLS count with the others, from before their handshake until they are closed", async () => {
  const gateway = await tlsGateway({ connections: 3, unprovenConnections: 2 });
  const open = () => gateway.http.connections.open;
  const silent = await Promise.all(
    [1, 2].map(async () => {
      const socket = connectPlain(gateway.tlsPort, "127.0.0.1");
      await once(socket, "connect");
      return socket.resume();
    }),
  );
  await expect.poll(open).toBe(2);
  const secure = connect({ port: gateway.tlsPort, host: "127.0.0.1", ca: gateway.files.authority });
  await once(secure, "secureConnect");
  // The oldest that has sent nothing made room.
  await expect.poll(() => silent[0]?.closed).toBe(true);
  await expect.poll(open).toBe(2);
  expect(gateway.http.connections.refused["too-many-unproven"]).toBe(1);
  secure.destroy();
  silent[1]?.destroy();
  await expect.poll(open).toBe(0);
});

test("G84: a gateway that stops answers what was asked over TLS, and ends the connections of those who ask nothing", async () => {
  const gateway = await tlsGateway({ stopMillis: 300 });
  const { key } = await PairedClient.of(gateway);
  const secure = async () => {
    const socket = connect({ port: gateway.tlsPort, host: "127.0.0.1", ca: gateway.files.authority });
    await once(socket, "secureConnect");
    return socket;
  };
  const [idle, asking] = [await secure(), await secure()];
  const closed = once(idle.resume(), "close");
  const [lamp] = gateway.gateway.home.lights.all();
  const head = ["Host: localhost", `application-key: ${key}`, "Content-Length: 8", "Expect: 100-continue"];
  asking.write(`PUT ${LIGHTS}/${lamp?.id} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  await once(asking, "data");
  const answered = textUntilClosed(asking);
  const stopped = gateway.http.stop();
  asking.write('{"on":1}');
  expect(parseRaw(await answered)).toMatchObject({ status: 200, envelope: { code: 0 } });
  await Promise.all([stopped, closed]);
});

test("clients that leave in the middle of their handshake leave no connection behind", async () => {
  const gateway = await tlsGateway({ headersMillis: 600_000 });
  const left = Array.from({ length: 50 }, async () => {
    const socket = connect({ host: "127.0.0.1", port: gateway.tlsPort, rejectUnauthorized: false });
    // The client knows that the handshake is over before it has told the gateway.
    socket.once("secureConnect", () => socket.destroy());
    await once(socket, "close");
  });
  await Promise.all(left);
  const { accepted } = gateway.http.connections;
  expect(accepted).toBe(50);
  await expect.poll(() => gateway.http.connections.open).toBe(0);
});

test("a client that shuts down its side of TLS behind its request is answered", async () => {
  const gateway = await tlsGateway();
  const port = gateway.tlsPort;
  const plain = connectPlain({ host: "127.0.0.1", port, allowHalfOpen: true });
  const socket = connect({ socket: plain, host: "127.0.0.1", ca: gateway.files.authority });
  await once(socket, "secureConnect");
  socket.end(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(parseRaw(await textUntilClosed(socket)).status).toBe(200);
});

test("where the port for HTTPS is taken, nothing listens for HTTP either", async () => {
  const [taken, free] = [await listeningServer(), await listeningServer()];
  await new Promise((resolve) => free.server.close(resolve));
  const files = new Certificate();
  const certificate = await TlsCertificate.read({
    certificatePath: files.cert,
    keyPath: files.key,
    clock: new ManualClock(),
    onChange: () => undefined,
  });
  if (!(certificate instanceof TlsCertificate)) throw new Error("the certificate cannot be read");
  const starting = runGateway({ httpPort: free.port, tls: { port: taken.port, certificate } });
  await expect(starting).rejects.toThrow("EADDRINUSE");
  const socket = connectPlain(free.port, "127.0.0.1");
  await expect(once(socket, "connect")).rejects.toThrow("ECONNREFUSED");
});

async function listeningServer(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
