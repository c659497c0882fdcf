import { DirectOperator } from "./direct-operator.ts";
import { FOUNDED } from "./founded-home.ts";
import type { ScriptedGateway } from "./scripted-gateway.ts";

/** An operator of a gateway before spoken bridges. */
export class ScriptedOperator extends DirectOperator {
  constructor(spoken: ScriptedGateway) {
    const { gateway, backend, wishes, clock } = spoken;
    const pass = (millis: number) => spoken.pass(millis);
    super({ gateway, backend, simulation: undefined, wishes, clock, factory: FOUNDED, pass });
  }
}
