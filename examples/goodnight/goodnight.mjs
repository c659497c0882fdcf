// Somebody's own integration: turns every lamp off but those that are to stay, and tells which did not obey.
import { connect, LuxgateError } from "luxgate/client";

export async function goodnight(url, { key, stay = [], tries = 3 }) {
  const gateway = connect(url, { key, findAgain: false });
  const lights = await again(tries, () => gateway.listLights());
  const awake = lights.filter(({ on, name }) => on && !stay.includes(name));
  const outcomes = await Promise.allSettled(awake.map(({ id }) => again(tries, () => gateway.setLight(id, { on: 0 }))));
  return {
    asleep: awake.filter((_, index) => outcomes[index].status === "fulfilled").map(({ name }) => name),
    failed: awake.filter((_, index) => outcomes[index].status === "rejected").map(({ name }) => name),
  };
}

/** To turn a lamp off twice is to turn it off, so whatever went wrong on the way may be tried again. */
async function again(tries, action) {
  try {
    return await action();
  } catch (error) {
    const isWorthIt = error instanceof LuxgateError && ["unreachable", "bad-answer", "fault"].includes(error.code);
    if (!isWorthIt || tries <= 1) throw error;
    return again(tries - 1, action);
  }
}
