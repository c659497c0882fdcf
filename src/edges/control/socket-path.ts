import { createHash } from "node:crypto";
import { closeSync, constants, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { isOwn } from "../../shared/own-user.ts";

const NAME = "control.sock";

/** What fits into the address of a Unix socket on every system. */
const MOST_BYTES = 100;

/** Where the operator's socket is. */
export const socketPath = (folder: string): string => join(folder, NAME);

/**
 * What stands at the socket's name: nothing, the socket of a gateway of this user, or what is neither. An empty file
 * is what somebody made in its place, and makes room as a dead gateway's socket does.
 */
export function standsAtSocket(folder: string): "nothing" | "own-socket" | "own-file" | "something-else" {
  const stats = lstatSync(socketPath(folder), { throwIfNoEntry: false });
  if (!stats) return "nothing";
  if (!isOwn(stats)) return "something-else";
  if (stats.isSocket()) return "own-socket";
  return stats.isFile() ? "own-file" : "something-else";
}

/** What to bind to or to connect to. */
export interface SocketAddress {
  /** The path, or a way round when that is too long. */
  readonly address: string;
  /** Whether the address is a named pipe of Windows, which is no file: nothing can be left at its name. */
  readonly isPipe: boolean;
  /** To be called when the address is needed no more. */
  close(): void;
}

/** Throws when the folder cannot be opened. */
export function socketIn(folder: string, platform: NodeJS.Platform = process.platform): SocketAddress {
  if (platform === "win32") return { address: pipeName(folder), isPipe: true, close: () => undefined };
  const path = socketPath(folder);
  if (Buffer.byteLength(path) <= MOST_BYTES) return { address: path, isPipe: false, close: () => undefined };
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const address = `/proc/self/fd/${descriptor}/${NAME}`;
  return { address, isPipe: false, close: () => closeSync(descriptor) };
}

/** The named pipe of a folder, whose name Windows reads without regard to case. */
function pipeName(folder: string): string {
  const digest = createHash("sha256").update(folder.toLowerCase()).digest("hex");
  return `\\\\.\\pipe\\luxgate-${digest.slice(0, 16)}`;
}
