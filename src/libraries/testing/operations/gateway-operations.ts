import { Type } from "typebox";
import { expecting, strict } from "../../../edges/home-file/schema.ts";
import { checked } from "../check-given.ts";
import { JsonGatewayOptions, TestGatewayOptions } from "../test-gateway.ts";
import { WireHome, wireHome } from "../wire-home.ts";
import { Nothing, operation } from "./operation.ts";

const NOTHING_GIVEN = Type.Object({}, strict("nothing"));

/** A home is checked as a file is, with the same messages. */
const home = Type.Optional(Type.Unknown());
const OPTIONS_BUT_HOME = Type.Object({ ...TestGatewayOptions.properties, home }, strict("options"));
const JSON_OPTIONS_BUT_HOME = Type.Object({ ...JsonGatewayOptions.properties, home }, strict("options"));

export function checkedOptions(what: string, given: unknown): TestGatewayOptions {
  checked(what, OPTIONS_BUT_HOME, given);
  return given as TestGatewayOptions;
}

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });

const Status = Type.Object(
  {
    ports: Type.Object({ http: Port, discovery: Port, mqtt: Port }),
    identity: Type.Object({ mac: Type.String(), resetId: Type.String() }),
    isPluggedIn: Type.Boolean(),
    clock: Type.Enum(["real", "driven"], expecting("real or driven")),
  },
  { description: "Where the gateway is, and its state" },
);

/** A day at once; an hour has hundreds of heartbeats. */
const MOST_ADVANCED_MILLIS = 86_400_000;

export const GATEWAY_OPERATIONS = {
  status: operation({
    summary: "Show the ports, the identity and the clock.",
    isRead: true,
    given: NOTHING_GIVEN,
    result: Status,
    run: ({ ports, identity, isPluggedIn, drivenClock }) => ({
      ports,
      identity,
      isPluggedIn,
      clock: drivenClock ? ("driven" as const) : ("real" as const),
    }),
  }),
  home: operation({
    summary: "Show the home as reads would return it now.",
    isRead: true,
    given: NOTHING_GIVEN,
    result: WireHome,
    run: ({ simulated }) => wireHome(simulated.home),
  }),
  reset: operation({
    summary: "Restore the gateway as it was started, with other options if any are given. Ports and ids stay.",
    given: TestGatewayOptions,
    result: Nothing,
    check: checkedOptions,
    overNetwork: {
      given: JsonGatewayOptions,
      check: (what, given) => checked(what, JSON_OPTIONS_BUT_HOME, given) as TestGatewayOptions,
    },
    run: (testbed, given, { mayReadFiles }) => testbed.reset(given, mayReadFiles),
  }),
  pressButton: operation({
    summary: "Press the button: opens pairing for one client, for at most 10 s.",
    given: NOTHING_GIVEN,
    result: Nothing,
    run: ({ running }) => running.gateway.pressButton(),
  }),
  pair: operation({
    summary: "Press the button, pair and return the key.",
    given: Type.Object(
      { deviceType: Type.Optional(Type.String(expecting("the device_type to pair with, such as acme#panel"))) },
      strict("a pairing with its deviceType"),
    ),
    result: Type.Object({ key: Type.String() }),
    run: async (testbed, { deviceType = "luxgate#test" }) => ({ key: await testbed.pair(deviceType) }),
  }),
  advance: operation({
    summary: "Advance a driven clock, unplugged or not. Everything that is due by then happens now.",
    given: Type.Object(
      {
        millis: Type.Number({
          minimum: 0,
          maximum: MOST_ADVANCED_MILLIS,
          description: "a number of milliseconds, at most a day",
        }),
      },
      strict("a time with its millis"),
    ),
    result: Nothing,
    run: ({ drivenClock }, { millis }) => {
      if (!drivenClock) throw new Error('The clock is real. Start or reset the gateway with clock: "driven".');
      return drivenClock.advance(millis);
    },
  }),
  cutConnections: operation({
    summary: "Cut all connections that are open now.",
    given: NOTHING_GIVEN,
    result: Nothing,
    run: (testbed) => testbed.cutConnections(),
  }),
  unplug: operation({
    summary: "Stop listening, as if the gateway had lost its power.",
    given: NOTHING_GIVEN,
    result: Nothing,
    run: (testbed) => testbed.unplug(),
  }),
  plugIn: operation({
    summary: "Start the same gateway again on the same ports, with its stored home.",
    given: NOTHING_GIVEN,
    result: Nothing,
    run: (testbed) => testbed.plugIn(),
  }),
};
