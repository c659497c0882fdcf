import { accessSync, chmodSync, constants, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { endOnError, onFirstError } from "../shared/connection-faults.ts";
import { type Conversing, converse, loadAnswers } from "./converse.ts";
import { socketIn, socketPath, standsAtSocket } from "./socket-path.ts";

const RETRY_MILLIS = 2_000;

export interface OperatorOptions extends Conversing {
  /** The state folder: whoever holds it is the only one who listens there. */
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
  let door: Door | undefined;
  let cancelRetry: () => void = () => undefined;
  let stopped = false;

  const open = async () => {
    try {
      const fresh = await opened(options, lost);
      if (stopped) return fresh.shut();
      door = fresh;
      onState({ listening: true, path });
    } catch (error) {
      lost(error);
    }
  };
  const lost = (error: unknown) => {
    door = undefined;
    if (stopped) return;
    onState({ listening: false, path, reason: reasonOf(error) });
    cancelRetry = controls.clock.after(RETRY_MILLIS, () => void open());
  };

  await open();
  void loadAnswers();
  return {
    path,
    async stop() {
      stopped = true;
      cancelRetry();
      const closing = door;
      door = undefined;
      await closing?.shut();
    },
  };
}

interface Door {
  shut(): Promise<void>;
}

function opened(options: OperatorOptions, onLost: (error: unknown) => void): Promise<Door> {
  const { address, close } = socketIn(options.folder);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(endOnError(socket).once("close", () => sockets.delete(socket)));
    converse(socket, options);
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
      makeRoom(options.folder, address);
      bindPrivately(server, address);
    } catch (error) {
      refuse(error);
    }
  });
}

/** What a process left that is no more makes room, and nothing else. */
function makeRoom(folder: string, address: string): void {
  accessSync(dirname(address), constants.W_OK);
  if (standsAtSocket(folder) === "something-else") throw new Error("something else has its name");
  rmSync(address, { force: true });
}

/** There is never a moment when another user could connect. */
function bindPrivately(server: Server, address: string): void {
  const umask = process.umask(0o077);
  try {
    server.listen(address);
  } finally {
    process.umask(umask);
  }
  if (server.listening) chmodSync(address, 0o600);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
