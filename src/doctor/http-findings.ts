import type { DiscoveredGateway } from "../client/discovered-gateway.ts";
import { HTTP_PORT } from "../contract/ports.ts";
import type { HttpReach } from "./http-reach.ts";

export type FoundGateway = DiscoveredGateway & { readonly http?: HttpReach };

interface HttpProblem {
  readonly level: "problem";
  readonly what: string;
  readonly advice: string;
}

/** What is wrong where discovery finds a gateway that usual clients then cannot speak with. */
export function httpFinding({ name, ip, httpPort, http }: FoundGateway): HttpProblem | undefined {
  if (!http || http.onUsualPort === "this one") return undefined;
  if (http.onToldPort === "this one") {
    return {
      level: "problem",
      what: `${name} serves HTTP on port ${httpPort} of ${ip}, and usual clients look on ${HTTP_PORT}.`,
      advice: `Start it with --http-port ${HTTP_PORT}, or give clients its address: http://${ip}:${httpPort}`,
    };
  }
  const who = http.onUsualPort === "another" ? "another gateway answers" : "nobody answers";
  return {
    level: "problem",
    what: `${name} answers discovery, but ${who} HTTP on port ${HTTP_PORT} of ${ip}.`,
    advice:
      "It may serve on another port, which its ready line tells, or a firewall may let UDP through and not TCP: give clients its address by hand, or let that port through.",
  };
}
