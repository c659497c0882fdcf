import type { Observable } from "@matter/main";
import { BasicInformationServer } from "@matter/main/behaviors/basic-information";
import type { NodeLifecycle } from "@matter/main/node";

/**
 * Does not tell ecosystems that the gateway ends: most often it is back at once, as after an update. python-matter-server,
 * and so Home Assistant, calls all lamps unavailable when it hears of the end, until it has subscribed anew, which it never
 * does where its former subscription goes on.
 */
export class BridgeInformation extends BasicInformationServer {
  /** Said again: what a class takes from its base alone is not stored. */
  static override readonly schema = BasicInformationServer.schema;

  override initialize(): void {
    super.initialize();
    const { goingOffline } = this.endpoint.lifecycle as NodeLifecycle;
    // The type asks for one that is not asynchronous.
    this.stopReacting({ observable: goingOffline as unknown as Observable });
  }
}
