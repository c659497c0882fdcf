import { HTTP_PORT } from "../contract/ports.ts";
import { type Facts, type Finding, type FoundGateway, isHere } from "./facts.ts";
import { whyUnreachable } from "./gateway-findings.ts";

/** What is wrong where discovery finds a gateway that usual clients then cannot speak with. */
export const aboutHttp = (facts: Facts): readonly Finding[] =>
  facts.gateways
    .filter((gateway) => whyUnreachable(gateway, facts) === undefined)
    .flatMap((gateway) => aboutHttpOf(gateway, isHere(facts, gateway) ? " on this machine" : ""));

function aboutHttpOf({ name, ip, httpPort, http }: FoundGateway, where: string): readonly Finding[] {
  if (!http || http.onUsualPort === "this one") return [];
  if (http.onToldPort === "this one") {
    return [
      {
        level: "problem",
        what: `${name}${where} serves HTTP on port ${httpPort} of ${ip}, and usual clients look on ${HTTP_PORT}.`,
        advice: `Start it with --http-port ${HTTP_PORT}, or give clients its address: http://${ip}:${httpPort}`,
      },
    ];
  }
  const who = http.onUsualPort === "another" ? "another gateway answers" : "nobody answers";
  return [
    {
      level: "problem",
      what: `${name}${where} is found, but ${who} HTTP on port ${HTTP_PORT} of ${ip}.`,
      advice:
        "It may serve on another port, which its ready line tells, or a firewall may let UDP through and not TCP: give clients its address by hand, or let that port through.",
    },
  ];
}
