import type { MaybePromise } from "@matter/main";
import { Identify } from "@matter/main/clusters/identify";
import { OnOffLightRequirements } from "@matter/main/devices/on-off-light";
import { checkedBy } from "./checked-request.ts";

const checked = checkedBy({ effectIdentifier: Identify.EffectIdentifier });

/** Lamps of the home cannot identify themselves; Matter demands that they understand the commands. */
export class LampIdentifyServer extends OnOffLightRequirements.IdentifyServer {
  override triggerEffect(request: Identify.TriggerEffectRequest): MaybePromise {
    return super.triggerEffect(checked(request));
  }
}
