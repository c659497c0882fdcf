import { DirectOperator } from "./direct-operator.ts";
import { FOUNDED } from "./founded-home.ts";
import type { SpokenGateway } from "./spoken-gateway.ts";

/** An operator of a gateway before spoken bridges. */
export class SpokenOperator extends DirectOperator {
  constructor(spoken: SpokenGateway) {
    const { gateway, backend, optimisticState, clock } = spoken;
    const pass = (millis: number) => spoken.pass(millis);
    super({ gateway, backend, simulation: undefined, optimisticState, clock, factory: FOUNDED, pass });
  }
}
