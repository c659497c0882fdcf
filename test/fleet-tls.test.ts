import { readFileSync } from "node:fs";
import type { NatsConnection } from "@nats-io/transport-node";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectOnce } from "../src/edges/fleet/connect-once.ts";
import { connectToFleet, type FleetState } from "../src/edges/fleet/connection.ts";
import { parseServers } from "../src/edges/fleet/fleet-address.ts";
import { CertificateAuthority, type IssuedCertificate } from "./support/http/certificate-authority.ts";
import { accountsFor } from "./support/nats/accounts.ts";
import { startNats } from "./support/nats/nats-servers.ts";

let authority: CertificateAuthority;
beforeAll(() => {
  authority = new CertificateAuthority();
});

async function serverWith(certificate?: IssuedCertificate): Promise<number> {
  const tls = certificate ? `tls { cert_file: "${certificate.cert}", key_file: "${certificate.key}" }` : "";
  const nats = await startNats(`${accountsFor(["g1"])}\n${tls}`);
  onTestFinished(() => nats.stop());
  return nats.servers[0]?.port ?? 0;
}

/** A member that connects, or what it says of why it does not. */
async function joined(url: string, ca?: string): Promise<string> {
  const parsed = parseServers(url.replace("//", "//g1:g1@"));
  if ("problem" in parsed) throw new Error(parsed.problem);
  const stopping = new AbortController();
  return new Promise((resolve) => {
    const onState = (state: FleetState) => resolve(state.state === "connected" ? "connected" : state.why);
    const address = { ...parsed, credentials: undefined, authority: ca && readFileSync(ca, "utf8") };
    connectToFleet({ ...address, name: "g1", random: () => 0, onState, signal: stopping.signal })
      .then((connection) => connection.close())
      .catch(() => undefined);
  }).finally(() => stopping.abort()) as Promise<string>;
}

describe("a server's certificate", () => {
  test.each([
    ["the address that was given", "IP:127.0.0.1", "127.0.0.1"],
    ["the host name that was given", "DNS:localhost", "localhost"],
  ])("must have %s", async (_, name, host) => {
    const port = await serverWith(authority.issue(name));
    expect(await joined(`tls://${host}:${port}`, authority.cert)).toBe("connected");
  });

  test.each([
    ["an address, where a name is in it", "DNS:localhost", "127.0.0.1"],
    ["an address, where another is in it", "IP:127.0.0.2", "127.0.0.1"],
    ["a name, where another is in it", "DNS:nats-9.lan", "localhost"],
  ])("is not taken for %s", async (_, name, host) => {
    const port = await serverWith(authority.issue(name));
    const why = `the server's certificate is for another name than ${host}`;
    expect(await joined(`tls://${host}:${port}`, authority.cert)).toBe(why);
    await expect(once(`tls://${host}:${port}`, authority.cert)).rejects.toThrow(why);
  });

  test("must be signed by the authority that was given, or by one that everybody trusts", async () => {
    const port = await serverWith(authority.issue("IP:127.0.0.1"));
    const url = `tls://127.0.0.1:${port}`;
    const why = /not signed by the CA/;
    for (const ca of [new CertificateAuthority().cert, undefined]) {
      expect(await joined(url, ca)).toMatch(why);
      await expect(once(url, ca)).rejects.toThrow(why);
    }
    expect(await joined(url.replace("tls:", "nats:"))).toMatch(why);
  });
});

test("a server without TLS is refused where TLS is wanted", async () => {
  const port = await serverWith();
  for (const [url, ca] of [[`tls://127.0.0.1:${port}`], [`nats://127.0.0.1:${port}`, authority.cert]] as const) {
    expect(await joined(url, ca)).toMatch(/does not use TLS/);
    await expect(once(url, ca)).rejects.toThrow(/does not use TLS/);
  }
});

/** As a command of the operator connects. No server here knows credentials, so none is reached. */
const once = (url: string, ca?: string): Promise<NatsConnection> =>
  connectOnce({
    servers: [url],
    credentials: "",
    ...(ca === undefined ? {} : { authority: readFileSync(ca, "utf8") }),
  });
