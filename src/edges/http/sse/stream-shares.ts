import { isLoopback, Shares } from "../../../shared/shares.ts";
import { plainAddress } from "../request.ts";
import type { EventLimits } from "./event-limits.ts";

const THIS_MACHINE = "this machine";

/** Whom a stream is counted for: an address, or this machine. A client that a proxy names is counted by its address, whatever it is. */
export const holderOf = (clientAddress: string, remoteAddress: string | undefined): string =>
  isLoopback(clientAddress) && plainAddress(remoteAddress) === clientAddress ? THIS_MACHINE : clientAddress;

/** How many streams each address may hold, and this machine. */
export const streamShares = ({
  streamsPerAddress,
  streamsOfThisMachine,
}: Pick<EventLimits, "streamsPerAddress" | "streamsOfThisMachine">): Shares =>
  new Shares((holder) => (holder === THIS_MACHINE ? streamsOfThisMachine : streamsPerAddress));
