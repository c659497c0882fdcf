import { describe, expect, test } from "vitest";
import type { Facts } from "./facts.ts";
import { findingsIn } from "./findings.ts";
import { interfacesOf } from "./interfaces.ts";

const networkInterface = (name: string, address: string, netmask = "255.255.255.0", internal = false) => ({
  [name]: [{ address, netmask, internal, family: "IPv4" as const, mac: "02:00:00:00:00:01", cidr: null }],
});
const LOOPBACK = networkInterface("lo", "127.0.0.1", "255.0.0.0", true);
const LAN = networkInterface("eth0", "192.168.1.20");

const gateway = (ip: string): Facts["gateways"][number] => ({
  name: "Luxgate",
  model: "LX",
  version: "1.0.0",
  mac: "02:00:00:00:00:02",
  ip,
  link_enabled: false,
  link_remian_ms: 0,
  reset_id: "A0000000-0000-4000-8000-000000000000",
});
const luxgate = { pid: 7, name: "luxgate", isLuxgate: true };
const stranger = { pid: 8, name: "upnpd", isLuxgate: false };

/** A machine on one network where all is well, but for what a test says otherwise. */
const findings = (
  other: Partial<Facts> & {
    readonly system?: Parameters<typeof interfacesOf>[0];
    readonly echo?: Facts["interfaces"][0]["echo"];
  },
) => {
  const { system = { ...LOOPBACK, ...LAN }, echo = "comes back", ...facts } = other;
  const interfaces = interfacesOf(system).map((one) => (one.broadcast === undefined ? one : { ...one, echo }));
  return findingsIn({
    port: 9001,
    interfaces,
    holders: { is: "free" },
    gateways: [],
    here: [],
    inside: "none",
    ...facts,
  });
};
const problems = (other: Parameters<typeof findings>[0]) =>
  findings(other).flatMap(({ level, what }) => (level === "problem" ? [what] : []));
const notes = (other: Parameters<typeof findings>[0]) =>
  findings(other).flatMap(({ level, what }) => (level === "note" ? [what] : []));

test("a machine on one network with a gateway that answers has no problem and nothing to note", () => {
  const well = { holders: { is: "held", by: [luxgate] }, gateways: [gateway("192.168.1.20")] } as const;
  expect(findings(well).map(({ level }) => level)).toEqual(["good", "good", "good"]);
});

test("a gateway that answers HTTP where usual clients look, or whose address nobody here has, is no further problem", () => {
  expect(problems({ gateways: [{ ...gateway("192.168.1.30"), http: { onUsualPort: "this one" } }] })).toEqual([]);
  const elsewhere = { gateways: [{ ...gateway("172.17.0.2"), http: { onUsualPort: "none" } }] } as const;
  expect(problems(elsewhere)).toEqual(["Luxgate answers and announces 172.17.0.2."]);
});

test("a machine without a gateway and without one around has no problem either", () => {
  expect(problems({})).toEqual([]);
  expect(notes({})).toEqual([
    "No gateway on this machine listens on UDP port 9001.",
    "No gateway answers on any network.",
  ]);
});

describe("it is a problem", () => {
  test.each<readonly [what: string, facts: Parameters<typeof findings>[0], words: RegExp]>([
    ["to be on no network", { system: LOOPBACK }, /not on a network/],
    [
      "to have only a link between two",
      { system: networkInterface("wg0", "10.8.0.2", "255.255.255.255") },
      /not on a network/,
    ],
    ["that broadcasts are dropped", { echo: "does not come back" }, /192\.168\.1\.255 \(eth0\).* not received/],
    ["that broadcasts are refused", { echo: { refused: "send EACCES" } }, /192\.168\.1\.255 \(eth0\).* send EACCES/],
    [
      "that somebody else has the port",
      { holders: { is: "held", by: [stranger] } },
      /9001.* upnpd \(process 8\).* no gateway/,
    ],
    ["that nobody knows who has the port", { holders: { is: "held", by: [] } }, /9001.* another user.* no gateway/],
    ["that our gateway does not answer", { holders: { is: "held", by: [luxgate] } }, /this machine does not answer/],
    [
      "that a gateway announces an address nobody has",
      { gateways: [gateway("172.17.0.2")] },
      /^Luxgate answers .*announces 172\.17\.0\.2/,
    ],
    [
      "that a gateway serves HTTP elsewhere than usual clients look",
      {
        gateways: [
          { ...gateway("192.168.1.30"), httpPort: 18_080, http: { onUsualPort: "none", onToldPort: "this one" } },
        ],
      },
      /18080 of 192\.168\.1\.30.* 8080/,
    ],
    [
      "that nothing answers HTTP where a gateway was found",
      { gateways: [{ ...gateway("192.168.1.30"), http: { onUsualPort: "none" } }] },
      /nothing answers .*8080 of 192\.168\.1\.30/,
    ],
    [
      "that nothing answers HTTP where the gateway says that it serves",
      {
        gateways: [{ ...gateway("192.168.1.30"), httpPort: 18_080, http: { onUsualPort: "none", onToldPort: "none" } }],
      },
      /nothing answers .*8080 of 192\.168\.1\.30/,
    ],
    [
      "that another gateway answers HTTP there",
      { gateways: [{ ...gateway("192.168.1.30"), http: { onUsualPort: "another" } }] },
      /another gateway answers .*8080 of 192\.168\.1\.30/,
    ],
    [
      "that a gateway here announces an address nobody has, and not that it is silent",
      { holders: { is: "held", by: [luxgate] }, gateways: [gateway("172.17.0.9")], here: [gateway("172.17.0.9")] },
      /^Luxgate on this machine .*announces 172\.17\.0\.9/,
    ],
    [
      "that a gateway announces an address of a container on this machine",
      {
        system: { ...LAN, ...networkInterface("docker0", "172.17.0.1", "255.255.0.0") },
        gateways: [gateway("172.17.0.2")],
      },
      /^Luxgate answers .*announces 172\.17\.0\.2/,
    ],
    [
      "that a gateway here is found by this machine alone",
      { holders: { is: "held", by: [luxgate] }, gateways: [gateway("127.0.0.1")], here: [gateway("127.0.0.1")] },
      /^Luxgate on this machine .*announces 127\.0\.0\.1/,
    ],
    [
      "that a gateway elsewhere announces an address of this machine",
      { gateways: [gateway("192.168.1.20")] },
      /^Luxgate answers .*announces 192\.168\.1\.20/,
    ],
    [
      "that a gateway here answers no broadcast",
      { holders: { is: "held", by: [luxgate] }, here: [gateway("192.168.1.20")] },
      /this machine.* not broadcasts/,
    ],
    [
      "to be on the networks of containers alone",
      { system: networkInterface("docker0", "172.17.0.1", "255.255.0.0") },
      /not on a network.* docker0/,
    ],
    [
      "to be in a container behind its own network",
      { inside: "container", system: networkInterface("eth0", "172.17.0.2", "255.255.0.0") },
      /container/,
    ],
  ])("%s", (_, facts, words) => {
    expect(problems(facts)).toEqual([expect.stringMatching(words)]);
    expect(findings(facts).find(({ what }) => words.test(what))?.advice).toMatch(/\w/);
  });
});

describe("it is worth a note", () => {
  test.each<readonly [what: string, facts: Parameters<typeof findings>[0], words: RegExp]>([
    ["that a container is on a real network", { inside: "container" }, /container/],
    ["that this is WSL", { inside: "WSL" }, /WSL/],
    [
      "that there is a VPN",
      { system: { ...LAN, ...networkInterface("tun0", "10.8.0.2", "255.255.255.255") } },
      /tun0.*VPN/,
    ],
    ["that there is a VLAN", { system: networkInterface("eth0.20", "192.168.20.5") }, /eth0\.20.*VLAN/],
    [
      "that there are two networks",
      { system: { ...LAN, ...networkInterface("wlan0", "192.168.2.20") } },
      /eth0, wlan0/,
    ],
    [
      "that a gateway of another kind has the port and answers",
      { holders: { is: "held", by: [stranger] }, gateways: [gateway("192.168.1.20")] },
      /9001.* upnpd \(process 8\).* a gateway answers/,
    ],
    [
      "that a gateway of another user has the port and answers",
      { holders: { is: "held", by: [] }, gateways: [gateway("192.168.1.20")], here: [gateway("192.168.1.20")] },
      /9001.* another user.* a gateway answers/,
    ],
    [
      "that a gateway here announces another address of the network",
      { holders: { is: "held", by: [luxgate] }, gateways: [gateway("192.168.1.77")], here: [gateway("192.168.1.77")] },
      /^Luxgate on this machine .*announces 192\.168\.1\.77/,
    ],
    [
      "that broadcasts do not come back where a gateway elsewhere answers them all the same",
      { echo: "does not come back", gateways: [gateway("192.168.1.30")] },
      /192\.168\.1\.255 \(eth0\).* not received, but .*answers/,
    ],
  ])("%s", (_, facts, words) => {
    expect(problems(facts)).toEqual([]);
    expect(notes(facts)).toContainEqual(expect.stringMatching(words));
  });
});
