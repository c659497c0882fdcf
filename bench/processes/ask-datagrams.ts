import { createSocket } from "node:dgram";
import { once } from "node:events";
import { found, given } from "../support/given.ts";

interface Given {
  readonly port: number;
  readonly underWay: number;
  readonly seconds: number;
}

/** Loopback loses a datagram only when a buffer is full. */
const LOST_AFTER_MILLIS = 100;

// Asks for discovery with so many datagrams under way at all times, and counts the answers.
const REQUEST = Buffer.from('{"op":101}');
const { port, underWay, seconds } = await given<Given>();
const socket = createSocket("udp4");
socket.connect(port, "127.0.0.1");
await once(socket, "connect");

let answers = 0;
let lost = 0;
let answersBefore = -1;
socket.on("message", () => {
  answers += 1;
  socket.send(REQUEST);
});
const sendAll = () => {
  for (let sent = 0; sent < underWay; sent += 1) socket.send(REQUEST);
};
const watch = setInterval(() => {
  if (answers === answersBefore) {
    lost += underWay;
    sendAll();
  }
  answersBefore = answers;
}, LOST_AFTER_MILLIS);
const beginMillis = performance.now();
sendAll();
setTimeout(() => {
  clearInterval(watch);
  const perSecond = (answers * 1000) / (performance.now() - beginMillis);
  socket.close();
  found({ answers, perSecond, lost });
}, seconds * 1000);
