import { ServerNode } from "@matter/main";

/**
 * When the last ecosystem leaves, matter.js resets the node: it goes offline, forgets all, and makes its endpoints anew.
 * Nothing of a fabric is left by then, and lamps are not of a fabric, so that the node simply stays as it is.
 */
export class BridgeNode extends ServerNode {
  override async erase(): Promise<void> {
    // Nothing is left to erase.
  }
}
