import { onTestFinished } from "vitest";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { Impossible, Replacement } from "../../../src/core/home/changes/replacement.ts";
import type { Backend } from "../../../src/edges/backends/backend.ts";
import { bridgeAtBroker } from "../../../src/edges/backends/zigbee2mqtt/bridge/link/broker.ts";
import { startZigbee2Mqtt } from "../../../src/edges/backends/zigbee2mqtt/zigbee2mqtt-backend.ts";
import { parseBrokerUrl } from "../../../src/edges/mqtt/connection/broker-address.ts";
import type { ForeignBroker } from "../events/mqtt-foreign-broker.ts";
import { ManualClock } from "../gateway/manual-clock.ts";
import { PlainHome } from "../home/plain-home.ts";
import { startOrderlyBroker } from "./broker.ts";
import { ObservedLink } from "./observed-link.ts";
import { type StandInOptions, StandInZigbee2Mqtt } from "./stand-in.ts";

/** Long enough for whatever is put off a little. */
const A_WHILE_MILLIS = 1_000;

/** The Zigbee2MQTT back end with a home before it and a stand-in behind it, over a real broker. */
export class BackendOnStandIn {
  readonly clock = new ManualClock();
  readonly plainHome = new PlainHome();
  readonly reports: { readonly change: Change; readonly outcome: "done" | Impossible }[] = [];
  readonly standIn: StandInZigbee2Mqtt;
  readonly backend: Backend;
  readonly #way: ObservedLink;

  private constructor(standIn: StandInZigbee2Mqtt, { port }: ForeignBroker) {
    this.standIn = standIn;
    const address = parseBrokerUrl(`mqtt://127.0.0.1:${port}/${standIn.base}`);
    if ("problem" in address) throw new Error(address.problem);
    const { clock } = this;
    this.#way = new ObservedLink(bridgeAtBroker({ address, clientId: "backend-under-test", clock, random: () => 0.5 }));
    const report = (change: Change) => {
      this.reports.push({ change, outcome: this.plainHome.submit(change) });
    };
    const batch = (reportAll: () => void) => reportAll();
    const context = { home: this.plainHome.home, clock, report, batch };
    this.backend = startZigbee2Mqtt(context, { bridges: [this.#way.address], onSource: () => undefined });
  }

  /** Once it has received all that the stand-in publishes; when the test is over, both are stopped. */
  static async start(options: Omit<StandInOptions, "url">): Promise<BackendOnStandIn> {
    const broker = await startOrderlyBroker();
    const standIn = await StandInZigbee2Mqtt.start({ url: `mqtt://127.0.0.1:${broker.port}`, ...options });
    onTestFinished(() => standIn.crash());
    const under = new BackendOnStandIn(standIn, broker);
    onTestFinished(() => under.backend.stop());
    await under.#way.opened;
    await under.settle();
    return under;
  }

  /** Changes the home as a gateway does for a client's request. */
  submit(change: Change): "done" | Impossible {
    const replaced: Replacement[] = [];
    this.plainHome.onReplaced = (replacements) => replaced.push(...replacements);
    const outcome = this.plainHome.submit(change);
    this.plainHome.onReplaced = () => undefined;
    this.backend.follow(replaced);
    return outcome;
  }

  async settle(): Promise<void> {
    await this.standIn.settle();
    await this.#way.settle();
    this.clock.advance(A_WHILE_MILLIS);
    await this.#way.settle();
    await this.standIn.settle();
  }
}
