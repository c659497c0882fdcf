import { DirectOperator } from "../gateway/direct-operator.ts";
import { FOUNDED } from "../home/founded-home.ts";
import type { ScriptedGateway } from "./scripted-gateway.ts";

/** An operator of a gateway with scripted bridges. */
export class ScriptedOperator extends DirectOperator {
  constructor(scripted: ScriptedGateway) {
    const { gateway, backend, optimisticState, clock } = scripted;
    const pass = (millis: number) => scripted.pass(millis);
    super({ gateway, backend, simulation: undefined, optimisticState, clock, factory: FOUNDED, pass });
  }
}
