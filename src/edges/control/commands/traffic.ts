import { Type } from "typebox";
import { pause } from "../../../shared/pause.ts";
import { TrafficEntry } from "../../../shared/traffic-entry.ts";
import { command } from "../command.ts";
import { given } from "../values.ts";

/** How often somebody who looks is told. */
const LOOK_MILLIS = 250;

/** What a person who writes a client wants to see. */
export const TRAFFIC_COMMANDS = {
  /**
   * Tells of requests, datagrams, MQTT packets and events until the operator has enough; who is behind misses some. The
   * first news is empty: nothing is missed from then on.
   */
  traffic: command({
    given: given({}),
    news: Type.Array(TrafficEntry),
    result: Type.Object({ entries: Type.Integer() }),
    run: async (_given, { traffic, clock }, { tell, ended, isBehind }) => {
      const follower = traffic.follow();
      let entries = 0;
      try {
        tell([]);
        while (!ended.aborted) {
          const news = isBehind?.() ? [] : follower.take();
          if (news.length > 0) tell([...news]);
          entries += news.length;
          await pause(clock, LOOK_MILLIS, ended);
        }
      } finally {
        follower.stop();
      }
      return { result: { entries } };
    },
  }),
};
