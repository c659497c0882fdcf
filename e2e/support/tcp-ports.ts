import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";

/** As /proc/net/tcp writes it. */
const LISTENING = "0A";

/** The TCP ports over IPv4 on which a process listens. */
export function listeningPorts(pid: number | undefined): readonly number[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => socketOf(`/proc/${pid}/fd/${fd}`)));
  return readFileSync(`/proc/${pid}/net/tcp`, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(inode))
    .map(([, address = ""]) => Number.parseInt(address.split(":")[1] ?? "", 16));
}

/** The number of the socket behind an open file, if it is one and still open. */
function socketOf(path: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1];
  } catch {
    return undefined;
  }
}

/** A port that is free, and that nobody gets who asks for any. */
export async function portOfItsOwn(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
