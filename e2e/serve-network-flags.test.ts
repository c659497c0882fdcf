import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Certificate } from "../test/support/http/certificates.ts";
import { Program } from "./support/program.ts";

const LIGHTS = "/clip/v2/resource/light";
const HERE = ["--host", "127.0.0.1"];

test("HTTPS answers beside HTTP, and a new certificate that is no good is told of while the old one serves on", async () => {
  const certificate = new Certificate();
  const ca = certificate.authority;
  const tls = ["--tls-cert", certificate.cert, "--tls-key", certificate.key, "--https-port", "0"];
  const program = Program.serve([...HERE, ...tls]);
  const [, url = ""] = await program.says(/^HTTPS is at (https:\S+); its certificate is valid until .* GMT\.$/m);
  const { url: plain } = await program.ready();
  const status = async () => {
    const outgoing = request(`${url}${LIGHTS}`, { ca, agent: false }).end();
    const [incoming] = await once(outgoing, "response");
    incoming.resume();
    return incoming.statusCode;
  };
  expect(await status()).toBe(200);
  expect((await fetch(`${plain}${LIGHTS}`)).status).toBe(200);
  writeFileSync(certificate.key, "no key");
  await program.says(/^The new HTTPS certificate was rejected: .* contains no PEM key.* stays in use\.$/m);
  expect(await status()).toBe(200);
  expect(await program.stop()).toBe(0);
});

test("a key that others may write to is refused with what mends it", async () => {
  const certificate = new Certificate();
  chmodSync(certificate.key, 0o666);
  const program = Program.serve([...HERE, "--tls-cert", certificate.cert, "--tls-key", certificate.key]);
  expect(await program.end()).toBe(1);
  expect(program.errors).toContain(
    `${certificate.key}: other users can write to it (mode 0666): check its contents, then restrict it with "chmod go-w`,
  );
});

test.each([
  [
    "a key without its certificate",
    ["--tls-key", "k.pem"],
    /--tls-key needs a certificate: give one with --tls-cert\./,
  ],
  [
    "a certificate without its key",
    ["--tls-cert", "c.pem"],
    /--tls-cert needs a private key: give one with --tls-key\./,
  ],
  [
    "files that are not there",
    ["--tls-cert", "c.pem", "--tls-key", "k.pem"],
    /HTTPS cannot be served: c\.pem cannot be read \(ENOENT\)/,
  ],
  ["a proxy by its name", ["--trust-proxy", "proxy.lan"], /Expected the address of a proxy, or a network, such as/],
  ["no connections", ["--max-connections", "0"], /Expected a number of connections from 1 to 99999\./],
])("%s is refused with what would be right", async (_what, args, said) => {
  const program = Program.serve([...HERE, ...args]);
  expect(await program.end()).not.toBe(0);
  expect(program.errors).toMatch(said);
});

test("no more connections than --max-connections says are open: the one that is idle for the longest makes room", async () => {
  const program = Program.serve([...HERE, "--max-connections", "2"]);
  const { url } = await program.ready();
  const port = Number(new URL(url).port);
  const asked = async (): Promise<Socket | "closed"> => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const outcome = await Promise.race([
      once(socket, "data"),
      once(socket, "close").then(() => "closed" as const),
    ]).catch(() => "closed" as const);
    return outcome === "closed" ? outcome : socket;
  };
  const first = await asked();
  if (first === "closed") throw new Error("two are within the limit");
  const isClosed = once(first, "close");
  onTestFinished(() => void first.destroy());
  for (let more = 0; more < 2; more += 1) {
    const socket = await asked();
    if (socket === "closed") throw new Error("an idle connection makes room");
    onTestFinished(() => void socket.destroy());
  }
  await isClosed;
});

test("metrics are served on a port of their own, and on none unless they are asked for", async () => {
  const program = Program.serve([...HERE, "--metrics-port", "0"]);
  const [, url = ""] = await program.says(/^Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m);
  const { url: http } = await program.ready();
  await (await fetch(`${http}${LIGHTS}`)).text();
  expect(await (await fetch(url)).text()).toMatch(/^luxgate_http_requests_total\{operation="listLights",.*\} 1$/m);
  expect((await fetch(`${http}/metrics`)).status).toBe(404);
  expect(await program.stop()).toBe(0);
});
