import { randomUUID } from "node:crypto";
import type { Identity } from "../../home/model/identity.ts";
import { ownMac } from "./own-mac.ts";

/** An identity that no gateway had before. */
export const newIdentity = (): Identity => ({ mac: ownMac(), resetId: randomUUID().toUpperCase() });
