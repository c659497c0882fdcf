import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { EventText } from "../../e2e/support/event-load-text.ts";
import { type FleetChange, machineMillis } from "../support/fleet-change.ts";
import { answering } from "../support/given.ts";

/** Follows the events of a front; answers once the snapshot is there. */
interface Follow {
  readonly do: "follow";
  readonly url: string;
}

/** All that was seen since this was last asked: answers once so many changes were, or after some seconds. */
interface See {
  readonly do: "see";
  readonly count: number;
}

interface LightUpdate {
  readonly id: string;
  /** Not where a light is shown anew, as after its gateway was away. */
  readonly value?: { readonly brightness: number };
}

const PATIENCE_MILLIS = 10_000;
const LOOK_MILLIS = 20;

let seen: FleetChange[] = [];
const faults: string[] = [];
const text = new EventText({ hear: take, fault: (words) => faults.push(words) });

// A client that follows the events of a front.
answering<Follow | See>((question) => (question.do === "follow" ? follow(question.url) : see(question.count)));

function follow(url: string): Promise<object> {
  return new Promise((resolve, reject) => {
    const beganMillis = performance.now();
    let bytes = 0;
    const asked = get(`${url}/eventstream/clip/v2`, { agent: false }, (answer) => {
      answer.on("data", (piece: Buffer) => {
        const hadSnapshot = text.hasSnapshot;
        bytes += piece.byteLength;
        // Nothing that is looked for here has letters outside of Latin 1.
        text.take(piece.toString("latin1"), performance.now());
        if (!hadSnapshot && text.hasSnapshot) resolve({ bytes, millis: performance.now() - beganMillis });
      });
      answer.once("close", () => faults.push("the stream ended"));
    });
    asked.once("error", reject);
  });
}

/** Of lights alone, and of no more than their brightness. */
function take(item: string): void {
  if (!item.includes('"brightness":')) return;
  const { id, value } = JSON.parse(item) as LightUpdate;
  if (value) seen.push({ lightId: id, brightness: value.brightness, atMillis: machineMillis() });
}

async function see(count: number): Promise<object> {
  const giveUpMillis = performance.now() + PATIENCE_MILLIS;
  while (seen.length < count && performance.now() < giveUpMillis) await pause(LOOK_MILLIS);
  const all = seen;
  seen = [];
  return { seen: all, faults: faults.splice(0) };
}
