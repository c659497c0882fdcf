import { randomUUID } from "node:crypto";
import type { Identity } from "../../../core/home/model/identity.ts";
import { ownMac } from "./own-mac.ts";

/** A new identity with a random reset id. */
export const newIdentity = (): Identity => ({ mac: ownMac(), resetId: randomUUID().toUpperCase() });
