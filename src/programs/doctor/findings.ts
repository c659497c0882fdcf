import { isOnNetwork } from "../../shared/ipv4.ts";
import { answersHere, type Facts, type Finding, homeInterfaces, isHere, runsHere } from "./facts.ts";
import { aboutGateways } from "./gateway-findings.ts";
import { aboutHttp } from "./http-findings.ts";
import type { NetworkInterface } from "./interfaces.ts";

/** What the facts mean for somebody whose gateway is not found. */
export const findingsIn = (facts: Facts): readonly Finding[] => [
  ...aboutInterfaces(facts),
  ...aboutPort(facts),
  ...aboutGateways(facts),
  ...aboutHttp(facts),
  ...aboutNetworks(facts),
];

/** What all findings come to. */
export function conclusionOf({ gateways, here }: Facts, findings: readonly Finding[]): string {
  const problems = findings.filter(({ level }) => level === "problem").length;
  if (problems > 0) return `Discovery has ${problems === 1 ? "1 problem" : `${problems} problems`}.`;
  const isAnyThere = gateways.length + here.length > 0;
  return `No problems with discovery on this machine${isAnyThere ? "." : ", but no gateway answers. Check that one is running."}`;
}

function aboutInterfaces(facts: Facts): readonly Finding[] {
  const home = homeInterfaces(facts);
  if (home.length === 0) {
    const others = facts.interfaces.filter(({ broadcast }) => broadcast !== undefined).map(({ name }) => name);
    const but = others.length === 0 ? "" : `, except ${others.join(", ")}`;
    const advice = "Connect a network interface. Until then, only programs on this machine can find a gateway on it.";
    return [{ level: "problem", what: `This machine is not on a network that supports broadcasts${but}.`, advice }];
  }
  return home.map((networkInterface) => aboutBroadcasts(networkInterface, facts));
}

function aboutBroadcasts(networkInterface: Facts["interfaces"][number], facts: Facts): Finding {
  const { name, broadcast, echo } = networkInterface;
  if (echo === "comes back") return { level: "good", what: `Broadcasts to ${broadcast} (${name}) are received.` };
  const why = typeof echo === "object" ? `cannot be sent: ${echo.refused}` : "are not received";
  const isAnswered = facts.gateways.some(
    (gateway) => !isHere(facts, gateway) && isOnNetwork(networkInterface, gateway.ip),
  );
  if (isAnswered && !runsHere(facts)) {
    const what = `Broadcasts to ${broadcast} (${name}) ${why}, but a gateway on that network answers.`;
    return {
      level: "note",
      what,
      advice: "A gateway on this machine would not be found: a firewall drops incoming packets.",
    };
  }
  const advice = `A firewall drops them, or ${name} does not support broadcasts. Allow UDP port ${facts.port} in the firewall, for example: ufw allow ${facts.port}/udp`;
  return { level: "problem", what: `Broadcasts to ${broadcast} (${name}) ${why}.`, advice };
}

function aboutPort(facts: Facts): readonly Finding[] {
  const { holders, port } = facts;
  if (holders.is === "free") {
    return [{ level: "note", what: `No gateway on this machine listens on UDP port ${port}.` }];
  }
  const named = holders.by.map(({ name, pid, isLuxgate }) => `${isLuxgate ? "Luxgate" : name} (process ${pid})`);
  if (holders.by.length > 0 && holders.by.every(({ isLuxgate }) => isLuxgate)) {
    return [{ level: "good", what: `${named.join(", ")} listens on UDP port ${port}.` }];
  }
  const who = named.join(", ") || "a program of another user";
  if (answersHere(facts)) {
    return [{ level: "note", what: `UDP port ${port} is used by ${who}, and a gateway answers there.` }];
  }
  const stop = `Clients look only on port ${port}, so they cannot find a gateway on this machine. Stop that program.`;
  const advice = named.length > 0 ? stop : `${stop} Run this command with sudo to see its name.`;
  return [{ level: "problem", what: `UDP port ${port} is used by ${who}, and no gateway answers there.`, advice }];
}

function aboutNetworks(facts: Facts): readonly Finding[] {
  const { inside, interfaces } = facts;
  const named = (kind: NetworkInterface["kind"]) =>
    interfaces.filter((networkInterface) => networkInterface.kind === kind).map(({ name }) => name);
  const [vpns, vlans] = [named("VPN"), named("VLAN")];
  const home = homeInterfaces(facts);
  const networks = [...new Set(home.map(({ name }) => name))];
  const findings: (Finding | false)[] = [
    inside === "container" && {
      level: home.length > 0 && home.every(isContainerNetwork) ? "problem" : "note",
      what: "This is a container.",
      advice: "Broadcasts of your network reach it only with host networking (docker run --network host) or macvlan.",
    },
    inside === "WSL" && {
      level: "note",
      what: "This is Linux on Windows (WSL).",
      advice:
        "Broadcasts of your network reach it only with mirrored networking: networkingMode=mirrored in .wslconfig.",
    },
    vpns.length > 0 && {
      level: "note",
      what: `${vpns.join(", ")}: a VPN.`,
      advice: "Broadcasts usually do not pass a VPN. Give clients behind it the gateway's address.",
    },
    vlans.length > 0 &&
      networks.length === 1 && { level: "note", what: `${networks.join()}: a VLAN.`, advice: STAYS_ON_ITS_OWN },
    networks.length > 1 && {
      level: "note",
      what: `Several networks: ${networks.join(", ")}.`,
      advice: STAYS_ON_ITS_OWN,
    },
  ];
  return findings.filter((finding) => finding !== false);
}

const STAYS_ON_ITS_OWN = "Broadcasts stay within a network. A client finds only gateways on its own networks.";

/** Addresses that Docker and Podman give to containers which they hide behind this machine's own. */
const isContainerNetwork = ({ address }: NetworkInterface): boolean =>
  /^(172\.(1[6-9]|2\d|3[01])|10\.88)\./.test(address);
