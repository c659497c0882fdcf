import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Forwarding, proxyProblem } from "./forwarding.ts";

const PROXY = "10.0.0.1";
const forwarding = new Forwarding([PROXY, "192.168.7.0/24", "fd00::/8"]);

const clientOf = (remoteAddress: string, ...headers: readonly string[]) =>
  forwarding.clientOf({ remoteAddress }, headers);
const addressOf = (remoteAddress: string, forwardedFor: string) =>
  clientOf(remoteAddress, "X-Forwarded-For", forwardedFor).clientAddress;

describe("G85: who asks", () => {
  test.each([
    ["whom the proxy names", PROXY, "203.0.113.7", "203.0.113.7"],
    ["behind several proxies of ours, the last who is none", PROXY, "203.0.113.7, 192.168.7.3", "203.0.113.7"],
    ["not what that one claims of itself", PROXY, "127.0.0.1, 203.0.113.7", "203.0.113.7"],
    ["not what it claims, be it an address of our proxies", PROXY, "10.0.0.1, 203.0.113.7, 192.168.7.3", "203.0.113.7"],
    ["with a port or brackets", PROXY, "[2001:db8::5]:4711", "2001:db8::5"],
    ["with a port", PROXY, "203.0.113.7:1234", "203.0.113.7"],
    ["as IPv4 that is written as IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"],
    ["a proxy of a network over IPv6", "fd00::17", "203.0.113.7", "203.0.113.7"],
    ["the proxy itself where it names nobody", PROXY, "", PROXY],
    ["the proxy itself where it says unknown", PROXY, "203.0.113.7, unknown", PROXY],
    ["the last proxy that is known where all are ours", PROXY, "192.168.7.9", "192.168.7.9"],
    ["whoever is connected, where that is no proxy", "203.0.113.9", "203.0.113.7", "203.0.113.9"],
  ])("is %s", (_who, remote, forwarded, client) => {
    expect(addressOf(remote, forwarded)).toBe(client);
  });

  test("headers that are repeated count as one", () => {
    const headers = ["x-forwarded-for", "1.1.1.1", "Host", "a", "X-FORWARDED-FOR", "2.2.2.2, 192.168.7.1"];
    expect(clientOf(PROXY, ...headers).clientAddress).toBe("2.2.2.2");
  });

  test("without proxies nobody's word is taken", () => {
    const nobody = new Forwarding([]);
    expect(
      nobody.clientOf({ remoteAddress: PROXY }, ["X-Forwarded-For", "1.1.1.1", "X-Forwarded-Proto", "https"]),
    ).toEqual({ clientAddress: PROXY, scheme: "http" });
  });

  test("whatever a client sends before what the proxy adds changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant(PROXY))), (claimed) => {
        expect(addressOf(PROXY, [...claimed, "203.0.113.7"].join(","))).toBe("203.0.113.7");
        expect(addressOf("203.0.113.9", claimed.join(","))).toBe("203.0.113.9");
      }),
    );
  });
});

test("G85: a proxy that was asked over HTTPS says so; the word of others does not count", () => {
  const https = ["X-Forwarded-Proto", "https"];
  expect(clientOf(PROXY, ...https).scheme).toBe("https");
  expect(clientOf(PROXY, "X-Forwarded-Proto", "https, http").scheme).toBe("http");
  expect(clientOf("203.0.113.9", ...https).scheme).toBe("http");
  expect(forwarding.clientOf({ remoteAddress: "203.0.113.9", encrypted: true }, []).scheme).toBe("https");
});

test("what is no address and no network is said to be none", () => {
  for (const good of ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"])
    expect(proxyProblem(good)).toBeUndefined();
  for (const bad of ["", "proxy.lan", "10.0.0.0/33", "::1/129", "10.0.0/8", "10.0.0.1/"]) {
    expect(proxyProblem(bad)).toMatch(/^Expected the address of a proxy/);
  }
});
