import { callOn, type RunOperation } from "./call-operation.ts";
import { checked } from "./check-given.ts";
import { checkedOptions } from "./operations/gateway-operations.ts";
import { OPERATIONS } from "./operations/operations.ts";
import type { Ports } from "./relay/relay.ts";
import { RequestLog } from "./request-log.ts";
import { HandSettings, type TestDevice } from "./test-device.ts";
import type { TestGateway, TestGatewayOptions } from "./test-gateway.ts";
import { Testbed } from "./testbed.ts";
import { wireHome } from "./wire-home.ts";

const FREE_PORTS: Ports = { http: 0, discovery: 0, mqtt: 0 };

/** Starts a whole gateway on free ports of this machine. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const testbed = await Testbed.start({
    gateway: checkedOptions("startTestGateway", options),
    mayReadFiles: true,
    host: "127.0.0.1",
    ports: FREE_PORTS,
    log: new RequestLog(),
  });
  const { ports, identity } = testbed;
  const call = callOn(testbed);
  return {
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    identity,
    get home() {
      return wireHome(testbed.simulated.home);
    },
    reset: async (given = {}) => void (await call("reset", OPERATIONS.reset, given)),
    advance: (millis) => void call("advance", OPERATIONS.advance, { millis }),
    pressButton: () => void call("pressButton", OPERATIONS.pressButton, {}),
    pair: async (deviceType) => (await call("pair", OPERATIONS.pair, { deviceType })).key,
    device: (words) => deviceInHand(call, words),
    randomFaults: (faults) => void call("randomFaults", OPERATIONS.randomFaults, faults),
    calm: () => void call("calm", OPERATIONS.calm, {}),
    play: async (script, given = {}) => (await call("play", OPERATIONS.play, { ...given, script })).steps,
    stopScript: () => void call("stopScript", OPERATIONS.stopScript, {}),
    get requests() {
      return testbed.log.requests;
    },
    async nextRequest(filter = {}) {
      const { status, ...request } = await call("nextRequest", OPERATIONS.nextRequest, filter);
      return { ...request, status: status ?? undefined };
    },
    misbehave(misbehaviour) {
      const { rule } = call("misbehave", OPERATIONS.misbehave, misbehaviour);
      return () => void call("behave", OPERATIONS.behave, { rule });
    },
    behave: () => void call("behave", OPERATIONS.behave, {}),
    cutConnections: () => void call("cutConnections", OPERATIONS.cutConnections, {}),
    unplug: async () => void (await call("unplug", OPERATIONS.unplug, {})),
    plugIn: async () => void (await call("plugIn", OPERATIONS.plugIn, {})),
    stop: () => testbed.stop(),
  };
}

/** A device that keeps being meant, whatever it is called later. */
function deviceInHand(call: RunOperation, words: string): TestDevice {
  const { id: device, lightIds } = call("device", OPERATIONS.device, { device: words });
  return {
    id: device,
    lightIds,
    get lights() {
      return call("device", OPERATIONS.device, { device }).lights;
    },
    goOffline: () => void call("goOffline", OPERATIONS.goOffline, { device }),
    comeOnline: () => void call("comeOnline", OPERATIONS.comeOnline, { device }),
    loseNext: (count = 1) => void call("loseNext", OPERATIONS.loseNext, { device, count }),
    obeyAfter: (millis) => void call("obeyAfter", OPERATIONS.obeyAfter, { device, millis }),
    reportAfter: (millis) => void call("reportAfter", OPERATIONS.reportAfter, { device, millis }),
    switch: (to = "toggle") => void call("switch", OPERATIONS.switch, { device, to }),
    set: (settings) => void call("set", OPERATIONS.set, { ...checked("set", HandSettings, settings), device }),
  };
}
