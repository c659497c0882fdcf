import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AT_HOME,
  HOME,
  IN_OFFICE,
  OFFICE,
  ON_THIS_MACHINE,
  REQUEST,
} from "../../test/support/client/answering-gateway.ts";
import { times } from "../../test/support/depth.ts";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import { gatewayOf } from "../../test/support/home/empty-gateway.ts";
import { ofIdentity } from "../../test/support/home/of-identity.ts";
import { PlainHome } from "../../test/support/home/plain-home.ts";
import { contentsOf } from "../home/home.ts";
import type { Network } from "../shared/networks.ts";
import { DiscoveryAnswers, type Sender } from "./answer.ts";
import { AnswerBudget } from "./answer-budget.ts";

const DEMO = contentsOf(PlainHome.demo().home);
const LOOPBACK: Network = { address: "127.0.0.1", netmask: "255.0.0.0" };
const ANOTHER: Network = { address: "192.168.1.21", netmask: "255.255.255.0" };

const anyNetworks = fc.subarray([LOOPBACK, HOME, OFFICE, ANOTHER]);
const anySender = fc.constantFrom(AT_HOME, IN_OFFICE, ON_THIS_MACHINE, { ...ON_THIS_MACHINE, address: HOME.address });
const anyDatagram = fc.constantFrom(REQUEST, '{"op": 101}', '{"op":102}', '{"op":10', "", "x".repeat(600));

/** Answers that are kept while everything changes that they follow from. */
class ChangingGateway {
  readonly #clock = new ManualClock();
  readonly #gateway = gatewayOf(DEMO, this.#clock);
  readonly #httpHost: string;
  readonly #kept: DiscoveryAnswers;
  #networks: readonly Network[] = [LOOPBACK, HOME];

  constructor(httpHost: string) {
    this.#httpHost = httpHost;
    this.#kept = this.#answers();
  }

  rename(name: string): void {
    const deviceId = this.#gateway.home.gateway?.id;
    if (deviceId) this.#gateway.submit({ kind: "deviceRenamed", deviceId, name });
  }

  update(softwareVersion: string): void {
    const deviceId = this.#gateway.home.gateway?.id;
    if (deviceId) this.#gateway.submit({ kind: "deviceUpdated", deviceId, softwareVersion });
  }

  reset(resetId: string): void {
    const contents = contentsOf(this.#gateway.home);
    const reset = ofIdentity(contents, { ...contents.identity, resetId });
    expect(this.#gateway.submit({ kind: "homeReplaced", contents: reset })).toBe("done");
    expect(this.#gateway.identity.resetId).toBe(resetId);
  }

  meet(networks: readonly Network[]): void {
    this.#networks = networks;
  }

  press(): void {
    this.#gateway.pressButton();
  }

  wait(millis: number): void {
    this.#clock.advance(millis);
  }

  /** Asks whoever keeps something and somebody who was never asked before. */
  ask(datagram: string, sender: Sender): void {
    const asked = [
      new TextEncoder().encode(datagram),
      sender,
      { nowMillis: this.#clock.now(), ownPort: 9001 },
    ] as const;
    expect(this.#kept.to(...asked)).toEqual(this.#answers().to(...asked));
  }

  #answers(): DiscoveryAnswers {
    const conditions = { networks: () => this.#networks, httpHost: this.#httpHost, advertiseIp: undefined };
    return new DiscoveryAnswers(this.#gateway, conditions, new AnswerBudget(this.#clock.now()));
  }
}

type Step = (gateway: ChangingGateway) => void;

const anyAsking = fc.tuple(anyDatagram, anySender).map(
  ([datagram, sender]): Step =>
    (gateway) =>
      gateway.ask(datagram, sender),
);

const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyAsking },
  fc.constantFrom("Luxgate", "Attic").map(
    (name): Step =>
      (gateway) =>
        gateway.rename(name),
  ),
  fc.constantFrom("0.1.0", "0.2.0").map(
    (version): Step =>
      (gateway) =>
        gateway.update(version),
  ),
  fc.uuid().map(
    (id): Step =>
      (gateway) =>
        gateway.reset(id.toUpperCase()),
  ),
  anyNetworks.map(
    (networks): Step =>
      (gateway) =>
        gateway.meet(networks),
  ),
  fc.constantFrom(1, 400, 10_000).map(
    (millis): Step =>
      (gateway) =>
        gateway.wait(millis),
  ),
  fc.constant<Step>((gateway) => gateway.press()),
);

/** So few that no budget comes to its end. */
const anySteps = fc.array(anyStep, { maxLength: 20, size: "max" });

test.each(["0.0.0.0", HOME.address])(
  "whatever is kept of earlier answers, the next one is as if it were the first: HTTP on %s",
  (httpHost) => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const gateway = new ChangingGateway(httpHost);
        for (const step of steps) step(gateway);
      }),
      { numRuns: times(500) },
    );
  },
);
