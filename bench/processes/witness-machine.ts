import { found, given } from "../support/given.ts";

const TICK_MILLIS = 5;

// Does nothing but look at the clock: by how much a look comes late, the machine stood still.
const { seconds } = await given<{ readonly seconds: number }>();
const untilMillis = performance.now() + seconds * 1_000;
let standstillMillis = 0;
let lastMillis = performance.now();
const look = (): void => {
  const nowMillis = performance.now();
  standstillMillis = Math.max(standstillMillis, nowMillis - lastMillis - TICK_MILLIS);
  lastMillis = nowMillis;
  if (nowMillis < untilMillis) setTimeout(look, TICK_MILLIS);
  else found({ standstillMillis });
};
look();
