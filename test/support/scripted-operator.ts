import { DirectOperator } from "./direct-operator.ts";
import { FOUNDED } from "./founded-home.ts";
import type { ScriptedGateway } from "./scripted-gateway.ts";

/** an operator of a gateway with scripted bridges. */
export class ScriptedOperator extends DirectOperator {
  constructor(scripted: ScriptedGateway) {
    const { gateway, backend, wishes, clock } = scripted;
    const pass = (millis: number) => scripted.pass(millis);
    super({ gateway, backend, simulation: undefined, wishes, clock, factory: FOUNDED, pass });
  }
}
