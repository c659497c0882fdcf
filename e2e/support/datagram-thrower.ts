import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LineProcess } from "./line-process.ts";
import type { NetworkNamespace } from "./network-namespace.ts";

const PROGRAM = fileURLToPath(new URL("datagram-thrower.mjs", import.meta.url));

/** A stranger in the network who throws datagrams at a gateway. */
export class DatagramThrower {
  readonly #process: LineProcess;
  #onThrown: () => void = () => undefined;

  constructor(namespace: NetworkNamespace) {
    const { command, args } = namespace.command(process.execPath, PROGRAM);
    this.#process = new LineProcess(command, args, () => this.#onThrown());
  }

  /** Resolves once they have left. */
  async throw(datagrams: readonly Uint8Array[], address = "10.73.1.1", port = 5540): Promise<void> {
    const texts = datagrams.map((datagram) => Buffer.from(datagram).toString("base64"));
    const thrown = new Promise<void>((resolve) => {
      this.#onThrown = resolve;
    });
    this.#process.write(JSON.stringify({ address, port, datagrams: texts }));
    await thrown;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}

const PORT_PLACE = 1;
const QUEUES_PLACE = 4;

/** Resolves once a process has taken all that is in its UDP sockets of a port; tells how many datagrams found no room. */
export async function datagramsTaken(pid: number, port = 5540): Promise<number> {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (;;) {
    const sockets = readFileSync(`/proc/${pid}/net/udp`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[PORT_PLACE]?.endsWith(end));
    if (sockets.length === 0) throw new Error(`nobody listens on UDP port ${port}`);
    if (sockets.every((columns) => columns[QUEUES_PLACE]?.endsWith(":00000000")))
      return sockets.reduce((sum, columns) => sum + Number(columns.at(-1)), 0);
    await pause(5);
  }
}
