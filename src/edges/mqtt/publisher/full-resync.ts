import type { HomeLists } from "../../../core/home/home.ts";
import type { HomeMoment } from "../../../core/present/home-moment.ts";
import { aboutOf, Message, type MessageType } from "../messages/message.ts";
import { additionOf, allPublishedIn, updateOf } from "../messages/published-kinds.ts";

/**
 * What was published to a broker, by resource: certainly, or perhaps, as the connection broke before the
 * acknowledgement.
 */
export type PublishedResources = Map<string, "certain" | "uncertain">;

/** So many resources are looked for in one step. */
const STEP_LENGTH = 256;

/**
 * The messages that bring a broker up to date to which some resources were published, and which missed events since:
 * what is gone is removed, what is new is added, and everything else is updated with every field. A step without a message
 * is one in which published resources were looked for.
 */
export function* fullResync(
  moment: HomeMoment,
  published: Readonly<PublishedResources>,
): Generator<Message | undefined, void> {
  yield* removals(moment, published);
  for (const one of allPublishedIn(moment)) {
    yield published.get(aboutOf(one.type, one.id)) === "certain" ? updateOf(one) : additionOf(one);
  }
}

function* removals(moment: HomeMoment, published: Readonly<PublishedResources>): Generator<Message | undefined, void> {
  const present = new Set<string>();
  for (const { type, id } of allPublishedIn(moment)) {
    present.add(aboutOf(type, id));
    if (present.size % STEP_LENGTH === 0) yield undefined;
  }
  let looked = 0;
  for (const about of published.keys()) {
    looked += 1;
    if (!present.has(about)) yield removal(about);
    else if (looked % STEP_LENGTH === 0) yield undefined;
  }
}

/** A home of which everything was published. */
export function allPublished(home: HomeLists): PublishedResources {
  const published: PublishedResources = new Map();
  for (const { type, id } of allPublishedIn(home)) published.set(aboutOf(type, id), "certain");
  return published;
}

function removal(about: string): Message {
  const at = about.indexOf("/");
  const [type, id] = [about.slice(0, at) as MessageType, about.slice(at + 1)];
  return new Message({ action: "remove", type, id, text: JSON.stringify({ id, type }) });
}
