import type { Observable } from "@matter/main";
import { BasicInformationServer } from "@matter/main/behaviors/basic-information";
import type { NodeLifecycle } from "@matter/main/node";

/**
 * Sends no shutdown event: most often the gateway is back at once, as after an update. When python-matter-server (Home
 * Assistant) receives the event, it shows all lamps as unavailable until it has made a new subscription. It never makes one
 * if its old subscription continues.
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
