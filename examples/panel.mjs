// Every lamp of a home, live, in the terminal:   node examples/panel.mjs http://127.0.0.1:8080
import { connect } from "luxgate/client";

const [, , url = "http://127.0.0.1:8080"] = process.argv;
const ending = new AbortController();
process.once("SIGINT", () => ending.abort());
process.stdout.on("error", () => ending.abort()); // whoever read this has left

const state = ({ state, error }) =>
  process.stdout.write(`\x1b[2m${state}${error ? `: ${error.message}` : ""}\x1b[0m\n`);
for await (const { home } of connect(url).watch({ signal: ending.signal, onState: state })) show(home);

function show({ lights, rooms, devices }) {
  process.stdout.write("\x1b[H\x1b[2J");
  for (const room of rooms.values()) {
    if (room.room_kind === 1) continue;
    const inRoom = room.children.flatMap(({ rid }) => devices.get(rid)?.services ?? []);
    const lamps = inRoom.flatMap(({ rid }) => lights.get(rid) ?? []);
    if (lamps.length > 0) console.log(`\x1b[1m${room.name}\x1b[0m`);
    for (const lamp of lamps) console.log(`  ${bulb(lamp)} ${lamp.name.padEnd(24)} ${shown(lamp)}`);
  }
}

/** Bit 1 of `ability` says whether a lamp can be dimmed. */
function shown({ on, brightness, ability }) {
  return on ? (ability & 2 ? `${brightness}%` : "on") : "off";
}

function bulb({ on, color_rgb: rgb = 0xffffff }) {
  return on ? `\x1b[38;2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}m●\x1b[0m` : "○";
}
