import type { Socket } from "node:net";
import type { Rules } from "../rules.ts";
import { endingSoon, type PassedAnswer, untouched } from "./answers.ts";
import { type LateBy, late, straight } from "./way-out.ts";

/** Passes on bytes; what goes wrong, goes wrong with those that come from the gateway. */
export function relayMqtt(
  client: Socket,
  gateway: Socket,
  { rules, ...lateBy }: LateBy & { readonly rules: Rules },
): void {
  const lateness = rules.take({ door: "mqtt" }, ["delay", "slow"]);
  const plain = straight(client, gateway);
  const way = lateness ? late(plain, lateness, lateBy) : plain;
  const ends = { way, cut: () => void client.resetAndDestroy() };
  const plainly = untouched(ends);
  /** A connection that ends by a fault takes no other one. */
  let ending: PassedAnswer | undefined;
  client.on("data", (bytes) => gateway.write(bytes));
  client.on("end", () => gateway.end());
  gateway.on("data", (bytes) => {
    const fault = ending ? undefined : rules.take({ door: "mqtt" }, ["cut", "stall"]);
    if (fault) ending = endingSoon(ends, fault);
    (ending ?? plainly).take({ kind: "body", bytes, data: bytes });
  });
  gateway.on("end", () => {
    if (!ending?.isStuck?.()) way.finish(() => client.end());
  });
}
