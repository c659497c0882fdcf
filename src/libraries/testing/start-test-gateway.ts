import { Type } from "typebox";
import type { HomeContents } from "../../core/home/model/contents.ts";
import type { Happening } from "../../edges/backends/simulated/happening.ts";
import { strict } from "../../edges/home-file/schema.ts";
import { Pairing } from "../../edges/http/write/pairing.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { checked } from "./check-given.ts";
import { checkedMisbehaviour } from "./check-misbehaviour.ts";
import { deviceInHand, makeHappen, type Simulated } from "./device-in-hand.ts";
import { startForgetfulGateway } from "./forgetful-gateway.ts";
import { homeToTest } from "./home-to-test.ts";
import { type Ports, type Relay, startRelay } from "./relay/relay.ts";
import { RequestFilter } from "./request-filter.ts";
import { RequestLog } from "./request-log.ts";
import { Rules } from "./rules.ts";
import { RandomFaults } from "./test-device.ts";
import { type TestGateway, TestGatewayOptions } from "./test-gateway.ts";
import { wireHome } from "./wire-home.ts";

const FREE_PORTS: Ports = { http: 0, discovery: 0, mqtt: 0 };

/** A home is checked as a file is, with the same messages. */
const OPTIONS_BUT_HOME = Type.Object(
  { ...TestGatewayOptions.properties, home: Type.Optional(Type.Unknown()) },
  strict("options"),
);

/** Starts a whole gateway on free ports of this machine. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  checked("startTestGateway", OPTIONS_BUT_HOME, options);
  const { home = "demo", keys = [] } = options;
  const rules = new Rules();
  const log = new RequestLog();
  const outlet = new Outlet(options, { rules, log });
  await outlet.plugIn(homeToTest(home, keys), FREE_PORTS);
  const { ports } = outlet.relay;
  const simulated = () => outlet.simulated;
  return {
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    identity: outlet.running.gateway.identity,
    get home() {
      return wireHome(simulated().home);
    },
    pressButton: () => outlet.running.gateway.pressButton(),
    pair: (deviceType = "luxgate#test") => pair(outlet.running, deviceType),
    device: (words) => deviceInHand(simulated, words),
    randomFaults: (faults) => makeHappen(simulated(), randomly(checked("randomFaults", RandomFaults, faults))),
    calm: () => makeHappen(simulated(), { kind: "calm" }),
    get requests() {
      return log.requests;
    },
    nextRequest: async (filter = {}) => log.next(checked("nextRequest", RequestFilter, filter)),
    misbehave: (misbehaviour) => rules.add(checkedMisbehaviour(misbehaviour)),
    behave: () => rules.clear(),
    cutConnections: () => outlet.relay.cutConnections(),
    unplug: () => outlet.unplug(),
    plugIn: () => outlet.plugIn(outlet.kept, ports),
    stop: () => outlet.unplug(),
  };
}

const randomly = ({ seed, losePercent = 0, dropPercent = 0, latencyMillis }: RandomFaults): Happening => ({
  kind: "random",
  seed,
  losePercent,
  dropPercent,
  latencyMillis: latencyMillis ?? null,
  speed: 1,
});

/** Where a gateway and what stands before it get their power. */
class Outlet {
  readonly #options: TestGatewayOptions;
  readonly #before: { readonly rules: Rules; readonly log: RequestLog };
  #plugged: { readonly running: RunningGateway; readonly relay: Relay } | undefined;
  #store = new MemoryStore();

  constructor(options: TestGatewayOptions, before: { readonly rules: Rules; readonly log: RequestLog }) {
    this.#options = options;
    this.#before = before;
  }

  get running(): RunningGateway {
    return this.#power.running;
  }

  get relay(): Relay {
    return this.#power.relay;
  }

  get simulated(): Simulated {
    const { gateway, simulation } = this.running;
    if (!simulation) throw new Error("the devices are not simulated");
    return { home: gateway.home, simulation };
  }

  /** What was stored when the plug was pulled. */
  get kept(): HomeContents {
    const { contents } = this.#store;
    if (!contents || this.#plugged) throw new Error("the gateway is already plugged in");
    return contents;
  }

  async plugIn(contents: HomeContents, ports: Ports): Promise<void> {
    const { clock = SYSTEM_CLOCK, profile = "home", mqttResync = true, allowOrigin = [] } = this.#options;
    const store = new MemoryStore();
    await store.begin(contents, "test");
    const running = await startForgetfulGateway({ contents, store, clock, profile, mqttResync, allowOrigin });
    const relay = await startRelay(portsOf(running), ports, { ...this.#before, clock }).catch(async (error) => {
      await running.stop();
      throw error;
    });
    this.#store = store;
    this.#plugged = { running, relay };
  }

  async unplug(): Promise<void> {
    const plugged = this.#plugged;
    this.#plugged = undefined;
    await plugged?.relay.stop();
    await plugged?.running.stop();
  }

  get #power() {
    if (!this.#plugged) throw new Error("the gateway is not plugged in");
    return this.#plugged;
  }
}

function portsOf({ http, events, discovery }: RunningGateway): Ports {
  const { mqtt } = events;
  if (mqtt?.port === undefined || discovery.port === undefined) throw new Error("no free port was found");
  return { http: http.port, discovery: discovery.port, mqtt: mqtt.port };
}

async function pair({ gateway }: RunningGateway, deviceType: string): Promise<string> {
  const pairing = new Pairing({ gateway, today: () => new Date(), onPaired: () => undefined });
  gateway.pressButton();
  const given = Buffer.from(JSON.stringify({ device_type: deviceType }));
  const { body } = await pairing.pair({ body: given, clientAddress: "127.0.0.1" });
  const { data, msg } = JSON.parse(Buffer.concat([...body]).toString("utf8"));
  if (typeof data?.obj?.username !== "string") throw new Error(`pairing failed: ${msg}`);
  return data.obj.username;
}
