import type { Echo } from "./broadcast-echo.ts";
import { type Card, isOn } from "./cards.ts";
import { type FoundGateway, httpFinding } from "./http-findings.ts";
import type { PortState } from "./port-holder.ts";
import type { Surroundings } from "./surroundings.ts";

/** What was found out about this machine. */
export interface Facts {
  readonly port: number;
  readonly cards: readonly (Card & { readonly echo?: Echo })[];
  readonly holders: PortState;
  readonly gateways: readonly FoundGateway[];
  readonly inside: Surroundings;
}

/** Good, worth knowing, or in the way of discovery. */
export interface Finding {
  readonly level: "good" | "note" | "problem";
  readonly what: string;
  readonly advice?: string;
}

/** What the facts mean for somebody whose gateway is not found. */
export const findingsIn = (facts: Facts): readonly Finding[] => [
  ...aboutCards(facts),
  ...aboutPort(facts),
  ...aboutGateways(facts),
  ...aboutHttp(facts),
  ...aboutSurroundings(facts),
];

function aboutCards({ cards, port }: Facts): readonly Finding[] {
  const outward = cards.filter(({ broadcast }) => broadcast !== undefined);
  if (outward.length === 0) {
    const advice = "Connect a network card; until then only programs on this machine find a gateway on it.";
    return [{ level: "problem", what: "This machine is on no network with broadcasts.", advice }];
  }
  return outward.map(({ name, broadcast, echo }): Finding => {
    if (echo === "comes back") return { level: "good", what: `Broadcasts to ${broadcast} (${name}) come back.` };
    const why = typeof echo === "object" ? `cannot be sent: ${echo.refused}` : "do not come back";
    const advice = `A firewall drops them, or ${name} does not carry broadcasts. Let UDP port ${port} through, such as: ufw allow ${port}/udp`;
    return { level: "problem", what: `Broadcasts to ${broadcast} (${name}) ${why}.`, advice };
  });
}

function aboutPort({ holders, port, gateways, cards }: Facts): readonly Finding[] {
  if (holders.is === "free") {
    return [{ level: "note", what: `Nobody listens on UDP port ${port}: no gateway runs on this machine.` }];
  }
  const strangers = holders.by.filter(({ isLuxgate }) => !isLuxgate);
  if (holders.by.length === 0 || strangers.length > 0) {
    const who = strangers.map(({ name, pid }) => `${name} (process ${pid})`).join(", ") || "a program of another user";
    const advice = `If that is no gateway, stop it: clients look on port ${port} only. With sudo, its name is shown.`;
    const isAnswered = gateways.some(({ ip }) => cards.some(({ address }) => address === ip));
    return [{ level: isAnswered ? "note" : "problem", what: `UDP port ${port} is held by ${who}.`, advice }];
  }
  const [{ pid } = { pid: undefined }] = holders.by;
  return [{ level: "good", what: `Luxgate (process ${pid}) listens on UDP port ${port}.` }];
}

function aboutGateways({ gateways, cards, holders }: Facts): readonly Finding[] {
  const isOwn = ({ ip }: { readonly ip: string }) => cards.some(({ address }) => address === ip);
  const runsHere = holders.is === "held" && holders.by.some(({ isLuxgate }) => isLuxgate);
  const silent: Finding = {
    level: "problem",
    what: "The gateway on this machine does not answer discovery.",
    advice: "Look at its log, and whether it was started with another --discovery-port or --host.",
  };
  return [
    ...gateways.map((gateway): Finding => {
      const what = `${gateway.name} answers and announces ${gateway.ip}${isOwn(gateway) ? " (this machine)" : ""}.`;
      if (cards.some((card) => isOn(card, gateway.ip))) return { level: "good", what };
      const advice =
        "No network of this machine has that address: it may be one of a container. Start that gateway with host networking, or with --advertise-ip and an address of your network.";
      return { level: "problem", what, advice };
    }),
    ...(runsHere && !gateways.some(isOwn) ? [silent] : []),
    ...(gateways.length === 0 ? [{ level: "note", what: "No gateway answers on any network." } as const] : []),
  ];
}

/** A gateway whose address no network here has is told of above. */
const aboutHttp = ({ gateways, cards }: Facts): readonly Finding[] =>
  gateways.filter(({ ip }) => cards.some((card) => isOn(card, ip))).flatMap((gateway) => httpFinding(gateway) ?? []);

function aboutSurroundings({ inside, cards }: Facts): readonly Finding[] {
  const named = (kind: Card["kind"]) => cards.filter((card) => card.kind === kind).map(({ name }) => name);
  const [vpns, vlans] = [named("VPN"), named("VLAN")];
  const networks = cards.filter(({ broadcast, kind }) => broadcast !== undefined && kind !== "containers");
  const findings: (Finding | false)[] = [
    inside === "container" && {
      level: networks.every(isContainerNetwork) ? "problem" : "note",
      what: "This is a container.",
      advice: "Broadcasts of your home reach it only with host networking (docker run --network host) or macvlan.",
    },
    inside === "WSL" && {
      level: "note",
      what: "This is Linux inside Windows (WSL).",
      advice: "Broadcasts of your home reach it only with mirrored networking: networkingMode=mirrored in .wslconfig.",
    },
    vpns.length > 0 && {
      level: "note",
      what: `${vpns.join(", ")}: a VPN.`,
      advice: "Broadcasts do not pass it: clients behind it need the gateway's address by hand.",
    },
    (vlans.length > 0 || networks.length > 1) && {
      level: "note",
      what: `Several networks: ${networks.map(({ name }) => name).join(", ")}.`,
      advice: "Broadcasts stay on theirs: a client finds a gateway that is on one of its own networks.",
    },
  ];
  return findings.filter((finding) => finding !== false);
}

/** Addresses that Docker and Podman give to containers which they hide behind this machine's own. */
const isContainerNetwork = ({ address }: Card): boolean => /^(172\.(1[6-9]|2\d|3[01])|10\.88)\./.test(address);
