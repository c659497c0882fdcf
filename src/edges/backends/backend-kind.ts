import type { Clock } from "../../shared/clock.ts";
import type { BrokerAddress } from "../mqtt/connection/broker-address.ts";
import type { Backend, BackendContext } from "./backend.ts";
import type { Source } from "./condition.ts";

/** Why devices cannot be reached at an address, in a sentence. */
export type UnusableAddress = { readonly problem: string };

/** One place where devices are reached, as `--backend` names it. */
export interface BackendAddress {
  /** For people: without what is secret. */
  readonly name: string;
  /** The broker that the devices are behind, if there is one: our own broker must leave its port alone. */
  readonly broker?: BrokerAddress;
}

export interface BackendStartOptions {
  /** In PEM: the certificate authority of the brokers, instead of the public ones. */
  readonly authority: string | undefined;
  readonly clock: Clock;
  /** Takes a line for the gateway's log. */
  readonly log: (line: string) => void;
  /** Called when a source of devices is reached, lost and reached again. */
  readonly onSource: (source: Source) => void;
}

/** Starts a back end, once the gateway it works for is there. */
export type StartBackend = (context: BackendContext) => Backend;

/**
 * A kind of back end that `luxgate serve --backend` can be given: how its addresses read, how it starts, and the words
 * that people see of it. The addresses of one gateway are all of one kind.
 */
export interface BackendKind<Address extends BackendAddress = BackendAddress> {
  /** How its addresses begin, as a part of a regular expression. */
  readonly scheme: string;
  /** Completes the sentence "Expected …" for an address of no kind. */
  readonly expected: string;
  /** Completes "serve the lamps of …" in the help of `--backend`; undefined for a kind that the help leaves out. */
  readonly help: string | undefined;
  /** A row of the examples in the help. */
  readonly example: { readonly address: string; readonly shows: string } | undefined;
  /** What its addresses are called, such as "brokers". */
  readonly plural: string;
  /** Whose devices these are, such as "Zigbee2MQTT". */
  readonly owner: string;
  readonly home: BackendHome;
  parse(address: string): Address | UnusableAddress;
  /** Looks at what is needed first, so that a problem is found before anything starts. */
  prepare(addresses: readonly Address[], options: BackendStartOptions): Promise<StartBackend | UnusableAddress>;
}

/** The home of a gateway whose devices come from a back end. */
interface BackendHome {
  /** Completes "the home of …" and "the home comes from …". */
  readonly title: string;
  /** What to do about a stored home of this kind that is served without `--backend`. */
  readonly advice: string;
  /** What the store remembers a home by, made of the names of its addresses. */
  madeFrom(names: readonly string[]): string;
  /** Whether a stored home is of this kind, whatever its addresses were. */
  isMadeFrom(madeFrom: string): boolean;
  /** Whether the home stays the same when the addresses change. */
  readonly outlivesAddresses: boolean;
}
