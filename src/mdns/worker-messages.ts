import type { Card } from "./cards.ts";

/** What the thread of mDNS is started with. It tells its `MdnsState`, and whatever it is told means: say goodbye. */
export interface MdnsTask {
  /** As `instanceName` gives it. */
  readonly name: string;
  /** Without underscores and protocol. */
  readonly type: string;
  readonly port: number;
  /** The name of this machine in the domain `local`, to which the service points. */
  readonly hostname: string;
  readonly txt: Readonly<Record<string, string>>;
  readonly cards: readonly Card[];
}
