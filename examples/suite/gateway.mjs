// What every test of this suite begins with: a gateway of its own, and a client that may change things.
import { connect } from "luxgate/client";
import { DrivenClock, startTestGateway } from "luxgate/testing";

export const KEY = "a key that is right";
export const LIGHTS = "/clip/v2/resource/light";
export const EVENTS = "/eventstream/clip/v2";

export async function begin(test, options = {}) {
  const clock = new DrivenClock();
  const gateway = await startTestGateway({ clock, keys: [KEY], ...options });
  test.after(() => gateway.stop());
  // Waits before another try are taken by chance; here they are none.
  const client = connect(gateway.url, { key: KEY, findAgain: false, random: () => 0 });
  return { gateway, client, clock };
}
