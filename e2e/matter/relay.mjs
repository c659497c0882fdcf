// On the controller's machine: lines to its WebSocket, and back. Waits for the server to start.
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const until = Date.now() + Number(process.argv[2]);

async function connected() {
  for (;;) {
    const socket = new WebSocket("ws://127.0.0.1:5580/ws");
    const outcome = await new Promise((resolve) => {
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("error");
    });
    if (outcome === "open") return socket;
    if (Date.now() > until) throw new Error("the Matter server does not answer");
    await pause(250);
  }
}

const lines = createInterface({ input: process.stdin });
const waiting = [];
lines.on("line", (line) => waiting.push(line));
const socket = await connected();
socket.onmessage = ({ data }) => process.stdout.write(`${JSON.stringify(JSON.parse(data))}\n`);
socket.onclose = () => process.exit();
lines.removeAllListeners("line");
for (const line of waiting) socket.send(line);
lines.on("line", (line) => socket.send(line));
