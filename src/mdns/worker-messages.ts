import type { Card } from "./cards.ts";

/** What the thread of mDNS is started with. */
export interface MdnsTask {
  /** As `instanceName` gives it; another one of the same name makes it another. */
  readonly name: string;
  /** Without underscores and protocol. */
  readonly type: string;
  readonly port: number;
  /** The name of this machine in the domain `local`, to which the service points. */
  readonly hostname: string;
  readonly txt: Readonly<Record<string, string>>;
  readonly cards: readonly Card[];
}

/** What the thread tells, again whenever it changes. */
export type MdnsNews =
  | { readonly announced: true; readonly name: string; readonly addresses: readonly string[] }
  | { readonly announced: false; readonly reason: string };

/** The one thing it can be told: to say goodbye to the network, and end. */
export const GOODBYE = "goodbye";
