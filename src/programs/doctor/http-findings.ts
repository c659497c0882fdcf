import { HTTP_PORT } from "../../core/contract/ports.ts";
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
        what: `${name}${where} serves HTTP on port ${httpPort} of ${ip}, but most clients use port ${HTTP_PORT}.`,
        advice: `Start it with --http-port ${HTTP_PORT}, or give clients its address: http://${ip}:${httpPort}`,
      },
    ];
  }
  const who = http.onUsualPort === "another" ? "another gateway answers" : "nothing answers";
  return [
    {
      level: "problem",
      what: `${name}${where} is found, but ${who} HTTP on port ${HTTP_PORT} of ${ip}.`,
      advice:
        "It may use another port, which it prints when it starts, or a firewall may allow UDP but not TCP. Give clients its address, or allow that port in the firewall.",
    },
  ];
}
