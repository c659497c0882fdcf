import { accessSync, chmodSync, constants, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { endOnError, onFirstError } from "../../shared/connection-faults.ts";
import { listenWithRetries } from "../../shared/retrying-listener.ts";
import { type Conversing, loadAnswers, OperatorConnection } from "./converse.ts";
import { socketIn, socketPath, standsAtSocket } from "./socket-path.ts";

const RETRY_MILLIS = 2_000;

/** So much may wait for operators to take it while one more large answer is made. */
const MOST_UNTAKEN_BYTES = 16 * 1024 * 1024;

export interface OperatorOptions extends Omit<Conversing, "hasRoom"> {
  /** The data folder: whoever holds it is the only one who listens there. */
  readonly folder: string;
  /** Called with every state, so that a person can see why a gateway does not take commands. */
  readonly onState: (state: OperatorState) => void;
}

export type OperatorState =
  | { readonly listening: true; readonly path: string }
  | { readonly listening: false; readonly path: string; readonly reason: string };

export interface OperatorListener {
  readonly path: string;
  stop(): Promise<void>;
}

/** Takes commands on a socket that only this user can open. What keeps it from that is tried again until it is over. */
export async function listenForOperator(options: OperatorOptions): Promise<OperatorListener> {
  const { controls, onState } = options;
  const path = socketPath(options.folder);
  const listener = await listenWithRetries<Door>({
    open: (onLost) => opened(options, onLost),
    close: (door) => door.shut(),
    onListening: () => onState({ listening: true, path }),
    onLost: (reason) => onState({ listening: false, path, reason }),
    clock: controls.clock,
    retryMillis: RETRY_MILLIS,
  });
  // Where loading fails, whoever asks is told.
  void loadAnswers().catch(() => undefined);
  return { path, stop: () => listener.stop() };
}

interface Door {
  shut(): Promise<void>;
}

function opened(options: OperatorOptions, onLost: (error: unknown) => void): Promise<Door> {
  const { address, isPipe, close } = socketIn(options.folder);
  const sockets = new Set<Socket>();
  const hasRoom = () => {
    let untakenBytes = 0;
    for (const { writableLength } of sockets) untakenBytes += writableLength;
    return untakenBytes < MOST_UNTAKEN_BYTES;
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(endOnError(socket).once("close", () => sockets.delete(socket)));
    new OperatorConnection(socket, { ...options, hasRoom });
  });
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        close();
        resolve();
      });
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => {
      close();
      reject(error);
    };
    server.once("error", refuse);
    server.once("listening", () => {
      server.off("error", refuse);
      onFirstError(server, (error) => void shut().then(() => onLost(error)));
      resolve({ shut });
    });
    try {
      if (isPipe) server.listen(address);
      else bindPrivately(server, options.folder, address);
    } catch (error) {
      refuse(error);
    }
  });
}

/** What a process left that is no more makes room, and nothing else. */
function makeRoom(folder: string, address: string): void {
  accessSync(dirname(address), constants.W_OK);
  if (standsAtSocket(folder) === "something-else") throw new Error("another file already has that name");
  rmSync(address, { force: true });
}

/** There is never a moment when another user could connect. */
function bindPrivately(server: Server, folder: string, address: string): void {
  makeRoom(folder, address);
  const umask = process.umask(0o077);
  try {
    server.listen(address);
  } finally {
    process.umask(umask);
  }
  if (server.listening) chmodSync(address, 0o600);
}
