import { MutableHome } from "../../src/core/home/home.ts";
import { Journal } from "../../src/core/present/events/journal.ts";
import { parseBrokerUrl } from "../../src/edges/mqtt/connection/broker-address.ts";
import { MessageLog } from "../../src/edges/mqtt/messages/message-log.ts";
import { startPublisher } from "../../src/edges/mqtt/publisher/publisher.ts";
import { SYSTEM_CLOCK } from "../../src/shared/system-clock.ts";
import { FURNISHED } from "../../test/support/home/furnished-home.ts";

/** A process of its own that publishes a home to a broker until it is told to stop by a line; then it has nothing left to do. */
const address = parseBrokerUrl(process.argv[2] ?? "");
if ("problem" in address) throw new Error(address.problem);
const home = new MutableHome(FURNISHED);
const publisher = startPublisher({
  address,
  mac: home.identity.mac,
  home,
  messages: MessageLog.following(new Journal(0), home),
  clock: SYSTEM_CLOCK,
  random: Math.random,
  origin: () => "http://gateway.test",
  onState: (state) => console.log(JSON.stringify(state)),
});
process.stdin.once("data", () => {
  process.stdin.destroy();
  void publisher.stop().then(() => console.log("stopped"));
});
