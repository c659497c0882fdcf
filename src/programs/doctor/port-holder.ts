import { createSocket } from "node:dgram";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** A program that listens on a port; without a name where the system does not tell this user. */
interface Holder {
  readonly pid: number | undefined;
  readonly name: string;
  readonly isLuxgate: boolean;
}

export type PortState = { readonly is: "free" } | { readonly is: "held"; readonly by: readonly Holder[] };

/** Who listens on a UDP port of this machine. */
export async function holdersOf(port: number): Promise<PortState> {
  return (await isFree(port)) ? { is: "free" } : { is: "held", by: holdersIn(port) };
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: "0.0.0.0", exclusive: true }, () => socket.close(() => resolve(true)));
  });

/** Linux tells which sockets there are by number, and whose they are in the folders of processes. */
function holdersIn(port: number): readonly Holder[] {
  const sockets = new Set(["/proc/net/udp", "/proc/net/udp6"].flatMap((table) => socketsIn(textOf(table), port)));
  return pids().flatMap((pid) => (socketsOf(pid).some((socket) => sockets.has(socket)) ? [holderOf(pid)] : []));
}

/** The columns: number, own address and port in hexadecimal digits, …, and the ninth after that the socket's number. */
export const socketsIn = (table: string, port: number): readonly string[] =>
  table.split("\n").flatMap((line) => {
    const [, address = "", , , , , , , , socket = ""] = line.trim().split(/\s+/);
    return Number.parseInt(address.split(":")[1] ?? "", 16) === port ? [socket] : [];
  });

const pids = (): readonly number[] => namesIn("/proc").map(Number).filter(Number.isInteger);

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).flatMap((name) => /^socket:\[(\d+)\]$/.exec(linkAt(`${folder}/${name}`))?.[1] ?? []);
}

function holderOf(pid: number): Holder {
  const [program = "", ...args] = textOf(`/proc/${pid}/cmdline`).split("\0");
  const isLuxgate = [program, ...args].some((part) => /(^|\/)luxgate(\.js)?$/.test(part));
  return { pid, name: isLuxgate ? "luxgate" : basename(program) || textOf(`/proc/${pid}/comm`).trim(), isLuxgate };
}

/** What this user may not see, or is gone by now, is as good as not there. */
function orElse<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const textOf = (path: string): string => orElse(() => readFileSync(path, "utf8"), "");
const linkAt = (path: string): string => orElse(() => readlinkSync(path), "");
const namesIn = (folder: string): readonly string[] => orElse(() => readdirSync(folder), []);
