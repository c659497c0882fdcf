import { isObject } from "../../shared/is-object.ts";
import type { EventMessage } from "./event-messages.ts";
import type { HomeChange } from "./home-view.ts";
import { isResource, type Replica } from "./replica.ts";

/** The replica differs from the gateway's home: an event was missed. */
export class Drift extends Error {}

/** Applies an event to the replica; returns the changes. Unknown events are ignored. */
export function applyEvent(home: Replica, { event, data }: EventMessage): readonly HomeChange[] {
  const item = itemIn(data);
  const { id, type, value, hash } = item;
  switch (event) {
    case "snapshot":
      return home.replace(item);
    case "heartbeat":
      // Without a hash, drift cannot be detected.
      if (typeof hash === "string" && hash !== home.hash)
        throw new Drift("the home of the client differs from the home of the gateway");
      return [];
    case "add":
      return isResource(item) ? home.put(String(type), item) : [];
    case "update":
      return home.update(String(type), String(id), { ...(isObject(value) && value) }) ?? missed();
    case "remove":
      return home.remove(String(type), String(id));
    default:
      // Such as a reset: its id is empty, so that a reconnect gets a snapshot, and a snapshot follows anyway.
      return [];
  }
}

function itemIn(data: string): Readonly<Record<string, unknown>> {
  const item = parsed(data);
  if (!isObject(item)) throw new Drift("an event is not an object");
  return item;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function missed(): never {
  throw new Drift("an event changes an unknown resource");
}
