import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import type { Echo } from "./broadcast-echo.ts";
import type { Answering, Facts, Finding, FoundGateway } from "./facts.ts";
import { conclusionOf, findingsIn } from "./findings.ts";
import type { Answerer } from "./http-reach.ts";
import { interfacesOf } from "./interfaces.ts";

const INTERFACES = [
  ["eth0", "192.168.1.20", "255.255.255.0"],
  ["wlan0", "192.168.2.20", "255.255.255.0"],
  ["eth0.20", "192.168.20.5", "255.255.255.0"],
  ["docker0", "172.17.0.1", "255.255.0.0"],
  ["tun0", "10.8.0.2", "255.255.255.255"],
  ["tap0", "10.9.0.2", "255.255.255.0"],
] as const;

const LOOPBACK = ["lo", "127.0.0.1", "255.0.0.0"] as const;

const ADDRESSES = [
  ...INTERFACES.map(([, address]) => address),
  "127.0.0.1",
  "192.168.1.77",
  "192.168.2.30",
  "172.17.0.2",
  "10.9.0.9",
  "203.0.113.9",
];

const PORT = 9001;

const anyInterfaces = fc
  .tuple(fc.subarray([...INTERFACES]), fc.constantFrom<Echo>("comes back", "does not come back", { refused: "EACCES" }))
  .map(([interfaces, echo]): Facts["interfaces"] => {
    const system = Object.fromEntries(
      [LOOPBACK, ...interfaces].map(([name, address, netmask]) => [
        name,
        [{ address, netmask, internal: name === "lo", family: "IPv4" as const, mac: "02:00:00:00:00:01", cidr: null }],
      ]),
    );
    return interfacesOf(system).map((networkInterface) =>
      networkInterface.broadcast === undefined ? networkInterface : { ...networkInterface, echo },
    );
  });

const HOLDERS = [
  { pid: 7, name: "luxgate", isLuxgate: true },
  { pid: 8, name: "upnpd", isLuxgate: false },
];

const anyHolders: fc.Arbitrary<Facts["holders"]> = fc.oneof(
  fc.constant({ is: "free" } as const),
  fc.subarray(HOLDERS).map((by) => ({ is: "held", by }) as const),
);

const anyAnswering = fc.tuple(fc.nat(2), fc.constantFrom(...ADDRESSES)).map(
  ([number, ip]): Answering => ({
    name: `Gateway ${number}`,
    model: "LX",
    version: "1.0.0",
    mac: "02:00:00:00:00:02",
    ip,
    link_enabled: false,
    link_remian_ms: 0,
    reset_id: `A0000000-0000-4000-8000-00000000000${number}`,
  }),
);

const anyAnswerer = fc.constantFrom<Answerer>("this one", "another", "none");

const anyFound: fc.Arbitrary<FoundGateway> = fc
  .tuple(anyAnswering, anyAnswerer, fc.option(anyAnswerer, { nil: undefined }))
  .map(([gateway, onUsualPort, onToldPort]) => ({
    ...gateway,
    ...(onToldPort ? { httpPort: 18_080, http: { onUsualPort, onToldPort } } : { http: { onUsualPort } }),
  }));

/** Nobody answers where nobody listens. */
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    port: fc.constant(PORT),
    interfaces: anyInterfaces,
    holders: anyHolders,
    gateways: fc.uniqueArray(anyFound, { selector: ({ reset_id }) => reset_id }),
    answering: fc.option(anyAnswering, { nil: undefined }),
    inside: fc.constantFrom("none", "container", "WSL"),
  })
  .map(({ answering, ...facts }) => {
    if (!answering || facts.holders.is === "free") return { ...facts, here: [] };
    return { ...facts, here: [facts.gateways.find(({ reset_id }) => reset_id === answering.reset_id) ?? answering] };
  });

/** Two sentences that cannot both be true. What stands in brackets must be the same in both. */
const CONTRADICTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^No gateway answers on any network/, / answers and announces | answers direct requests|a gateway .*answers/],
  [/^The gateway on this machine does not answer/, / on this machine answers|a gateway answers there/],
  [/^No gateway on this machine listens/, / on this machine | is used by | listens on UDP port /],
  [/no gateway answers there/, / on this machine answers/],
  [/a gateway answers there/, /no gateway answers there/],
  [/^Luxgate \(process \d+\) listens/, / is used by /],
  [/^This machine is not on a network/, /^Broadcasts to |^Several networks|: a VLAN/],
  [/^Broadcasts to \S+ \((.+?)\) are received/, /^Broadcasts to \S+ \((.+?)\) (?:are not|cannot)/],
  [/^Broadcasts to \S+ \((.+?)\)/, /^(.+?): a VPN/],
  [/^(Gateway \d) answers/, /^(Gateway \d) on this machine/],
  [/^(Gateway \d) serves HTTP on /, /^(Gateway \d) is found, but nothing answers HTTP/],
  [/^Several networks/, /: a VLAN\.$/],
];

const contradicts = (one: string, other: string): boolean =>
  CONTRADICTIONS.some(([first, second]) => {
    const [claim, denial] = [first.exec(one), second.exec(other)];
    return one !== other && claim !== null && denial !== null && (claim[1] ?? "") === (denial[1] ?? "");
  });

const sentences = (findings: readonly Finding[]): readonly string[] => findings.map(({ what }) => what);

test("whatever the facts are, no finding contradicts another, and none comes twice", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const lines = sentences(findingsIn(facts));
      expect(new Set(lines).size).toBe(lines.length);
      const against = lines.flatMap((one) =>
        lines.filter((other) => contradicts(one, other)).map((other) => [one, other]),
      );
      expect(against).toEqual([]);
    }),
    { numRuns: times(5_000) },
  );
});

test("whatever the facts are, every gateway that answers has one finding, with what it announces", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const lines = sentences(findingsIn(facts));
      for (const { name, ip } of facts.gateways)
        expect(lines.filter((line) => line.startsWith(name) && line.endsWith(`announces ${ip}.`))).toHaveLength(1);
      for (const { name } of facts.here)
        expect(lines.filter((line) => line.startsWith(`${name} on this machine answers`))).toHaveLength(1);
    }),
    { numRuns: times(1_000) },
  );
});

test("whatever the facts are, the last line says nothing is in the way only if no finding is", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const findings = findingsIn(facts);
      const problems = findings.filter(({ level }) => level === "problem");
      const conclusion = conclusionOf(facts, findings);
      expect(conclusion.startsWith("No problems with discovery")).toBe(problems.length === 0);
      expect(conclusion.includes("no gateway answers")).toBe(
        problems.length === 0 && facts.gateways.length + facts.here.length === 0,
      );
      for (const { advice } of problems) expect(advice).toMatch(/\w/);
    }),
    { numRuns: times(1_000) },
  );
});
