import { DirectOperator } from "./direct-operator.ts";
import { FOUNDED } from "./founded-home.ts";
import type { SpokenGateway } from "./scripted-gateway.ts";

/** An operator of a gateway before spoken bridges. */
export class SpokenOperator extends DirectOperator {
  constructor(spoken: SpokenGateway) {
    const { gateway, backend, wishes, clock } = spoken;
    const pass = (millis: number) => spoken.pass(millis);
    super({ gateway, backend, simulation: undefined, wishes, clock, factory: FOUNDED, pass });
  }
}
