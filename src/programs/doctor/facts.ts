import type { DiscoveryReply } from "../../core/contract/discovery.ts";
import type { DiscoveredGateway } from "../../libraries/client/discovered-gateway.ts";
import type { Echo } from "./broadcast-echo.ts";
import type { HttpReach } from "./http-reach.ts";
import type { NetworkInterface } from "./interfaces.ts";
import type { PortState } from "./port-holder.ts";
import type { Virtualization } from "./virtualization.ts";

/** A gateway that answers. */
export type Answering = DiscoveryReply["data"];

/** A gateway that answers broadcasts, and who answers HTTP at its address. */
export type FoundGateway = DiscoveredGateway & { readonly http?: HttpReach };

/** What was found out about this machine. */
export interface Facts {
  readonly port: number;
  readonly interfaces: readonly (NetworkInterface & { readonly echo?: Echo })[];
  readonly holders: PortState;
  /** Whoever answers broadcasts. */
  readonly gateways: readonly FoundGateway[];
  /** Whoever answers what is sent to this machine's own addresses. */
  readonly here: readonly Answering[];
  readonly inside: Virtualization;
}

/** Good, worth knowing, or in the way of clients. */
export interface Finding {
  readonly level: "good" | "note" | "problem";
  readonly what: string;
  readonly advice?: string;
}

/** Interfaces of a home's networks: where clients are, and gateways should be. */
export const homeInterfaces = ({ interfaces }: Facts) =>
  interfaces.filter(({ broadcast, kind }) => broadcast !== undefined && (kind === "network" || kind === "VLAN"));

export const isOwnAddress = ({ interfaces }: Facts, ip: string): boolean =>
  interfaces.some(({ address }) => address === ip);

/** One that announces an address of ours runs here, too, if anybody listens here. */
export const isHere = (facts: Facts, { reset_id, ip }: Answering): boolean =>
  facts.here.some((own) => own.reset_id === reset_id) || (facts.holders.is === "held" && isOwnAddress(facts, ip));

export const runsHere = ({ holders }: Facts): boolean =>
  holders.is === "held" && holders.by.some(({ isLuxgate }) => isLuxgate);

export const answersHere = (facts: Facts): boolean =>
  facts.here.length > 0 || facts.gateways.some((gateway) => isHere(facts, gateway));
