import { onTestFinished } from "vitest";
import type { Change } from "../../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { bridgeAtBroker } from "../../../src/edges/backends/zigbee2mqtt/bridge/link/broker.ts";
import { startZigbee2Mqtt } from "../../../src/edges/backends/zigbee2mqtt/zigbee2mqtt-backend.ts";
import { parseBrokerUrl } from "../../../src/edges/mqtt/connection/broker-address.ts";
import { backends } from "../../../src/programs/cli/serve/backend-option.ts";
import { firstHome } from "../../../src/programs/cli/serve/first-home.ts";
import { DEMO_HOME } from "../../../src/runtime/package.ts";
import { runGatewayOn } from "../gateway/running-gateway.ts";
import { IDENTITY } from "../home/empty-gateway.ts";
import type { Wire } from "../http/http-client.ts";
import { startOrderlyBroker } from "./broker.ts";
import { ObservedLink } from "./observed-link.ts";
import { type StandInOptions, StandInZigbee2Mqtt } from "./stand-in.ts";

type Running = Awaited<ReturnType<typeof runGatewayOn>>;

/** Long enough for whatever is put off a little, and short enough for nothing to be given up. */
const A_WHILE_MILLIS = 1_000;

/** The whole gateway on free ports, with stand-ins for Zigbee2MQTT behind it, each on a broker of its own. */
export class GatewayOnStandIns {
  readonly running: Running;
  readonly standIns: readonly StandInZigbee2Mqtt[];
  readonly #ways: readonly ObservedLink[];

  private constructor(running: Running, standIns: readonly StandInZigbee2Mqtt[], ways: readonly ObservedLink[]) {
    this.running = running;
    this.standIns = standIns;
    this.#ways = ways;
  }

  /** Once it has received all that the stand-ins publish; when the test is over, all are stopped. */
  static async start(...all: readonly Omit<StandInOptions, "url">[]): Promise<GatewayOnStandIns> {
    const houses = await Promise.all(all.map(houseWith));
    const ways: ObservedLink[] = [];
    const running = await runGatewayOn(
      (context) => {
        const { clock } = context;
        const bridges = houses.map(({ address }, index) =>
          bridgeAtBroker({ address, clientId: `gateway-${index}`, clock, random: () => 0.5 }),
        );
        ways.push(...bridges.map((bridge) => new ObservedLink(bridge)));
        return startZigbee2Mqtt(context, { bridges: ways.map(({ address }) => address), onSource: () => undefined });
      },
      { contents: await emptyHome(), order: "id" },
    );
    onTestFinished(() => running.stop());
    const standIns = houses.map(({ standIn }) => standIn);
    const under = new GatewayOnStandIns(running, standIns, ways);
    await Promise.all(ways.map(({ opened }) => opened));
    await under.settle();
    return under;
  }

  get standIn(): StandInZigbee2Mqtt {
    const [first] = this.standIns;
    if (!first) throw new Error("there is no stand-in");
    return first;
  }

  /** What a list over HTTP holds. */
  list(path: string): Promise<Wire[]> {
    return this.running.client.list(path);
  }

  async named(list: string, name: string): Promise<Wire> {
    return (await this.list(list)).find((item) => item.name === name);
  }

  /** A request of an operator or a client, with the part of the back end, and its outcome. */
  async ask(change: Change): Promise<void> {
    const agreement = await this.running.backend.agree(change);
    if (typeof agreement === "object") throw new Error(agreement.refused);
    const outcome = await this.running.gateway.ask(change);
    if (outcome !== "done") throw new Error(`${change.kind} is ${outcome}`);
    await this.settle();
  }

  async settle(): Promise<void> {
    for (const standIn of this.standIns) await standIn.settle();
    for (const way of this.#ways) await way.settle();
    this.running.clock.advance(A_WHILE_MILLIS);
    for (const way of this.#ways) await way.settle();
    for (const standIn of this.standIns) await standIn.settle();
  }
}

async function houseWith(options: Omit<StandInOptions, "url">) {
  const { port } = await startOrderlyBroker();
  const url = `mqtt://127.0.0.1:${port}`;
  const standIn = await StandInZigbee2Mqtt.start({ url, ...options });
  onTestFinished(() => standIn.crash());
  const address = parseBrokerUrl(`${url}/${standIn.base}`);
  if ("problem" in address) throw new Error(address.problem);
  return { standIn, address };
}

/** As at a first start. */
async function emptyHome(): Promise<HomeContents> {
  const home = await firstHome({ home: DEMO_HOME, backend: backends("mqtt://broker.lan", []) }).make(IDENTITY);
  if ("problems" in home) throw new Error(home.problems.join("\n"));
  return home;
}
