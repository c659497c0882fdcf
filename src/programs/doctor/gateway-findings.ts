import { isOnNetwork } from "../../shared/ipv4.ts";
import {
  type Answering,
  answersHere,
  type Facts,
  type Finding,
  homeInterfaces,
  isHere,
  isOwnAddress,
  runsHere,
} from "./facts.ts";

/** Who answers, and whether others can reach what is announced. */
export function aboutGateways(facts: Facts): readonly Finding[] {
  const { gateways, here } = facts;
  const withoutBroadcast = here.filter(({ reset_id }) => !gateways.some((gateway) => gateway.reset_id === reset_id));
  const silent: Finding = {
    level: "problem",
    what: "The gateway on this machine does not answer discovery.",
    advice: "Check its log, and check whether it was started with another --discovery-port or --host.",
  };
  return [
    ...gateways.map((gateway) => aboutGateway(gateway, facts)),
    ...withoutBroadcast.map(({ name }): Finding => {
      const what = `${name} on this machine answers direct requests, but not broadcasts.`;
      return {
        level: "problem",
        what,
        advice: `Allow UDP port ${facts.port} in the firewall, for example: ufw allow ${facts.port}/udp`,
      };
    }),
    ...(runsHere(facts) && !answersHere(facts) ? [silent] : []),
    ...(gateways.length + here.length === 0
      ? [{ level: "note", what: "No gateway answers on any network." } as const]
      : []),
  ];
}

function aboutGateway(gateway: Answering, facts: Facts): Finding {
  const { name, ip } = gateway;
  const where = isHere(facts, gateway) ? " on this machine" : "";
  const what = `${name}${where} answers and announces ${ip}.`;
  const advice = whyUnreachable(gateway, facts);
  if (advice !== undefined) return { level: "problem", what, advice };
  if (where === "" || isOwnAddress(facts, ip)) return { level: "good", what };
  return {
    level: "note",
    what,
    advice: "No network interface of this machine has that address. It works only if it leads to this machine.",
  };
}

/** Why others cannot reach the address that a gateway announces, and what to do. */
export function whyUnreachable(gateway: Answering, facts: Facts): string | undefined {
  const { ip } = gateway;
  const networks = facts.interfaces.filter((networkInterface) => isOnNetwork(networkInterface, ip));
  if (networks.length === 0)
    return `This address is not on a network of this machine; it may belong to a container. ${START_OTHERWISE}`;
  if (!isHere(facts, gateway) && isOwnAddress(facts, ip))
    return `This is an address of this machine, but the gateway does not run here. ${START_OTHERWISE}`;
  if (networks.every(({ kind }) => kind === "containers"))
    return `This is the address of a container, which only this machine can reach. ${START_OTHERWISE}`;
  if (homeInterfaces(facts).length > 0 && networks.every(({ kind }) => kind === "this machine"))
    return "Only programs on this machine can find it: it was started with --host 127.0.0.1, or broadcasts do not reach it.";
  return undefined;
}

const START_OTHERWISE =
  "Start that gateway with host networking, or with --advertise-ip and an address of your network.";
