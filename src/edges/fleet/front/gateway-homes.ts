import { randomInt } from "node:crypto";
import type { MirroredResource } from "../../../core/home/changes/change.ts";
import { resourcesMirrored } from "../../../core/home/changes/effect-of-mirroring.ts";
import { type Home, MutableHome } from "../../../core/home/home.ts";
import type { HomeContents, HomeResources } from "../../../core/home/model/contents.ts";
import { forEachKind } from "../../../core/home/model/resource-kinds.ts";
import { WireEvents } from "../../../core/present/events/events.ts";
import { Journal } from "../../../core/present/events/journal.ts";
import type { FleetMirror } from "./mirror.ts";
import { turnOf } from "./shown-as.ts";

/** Events are counted from somewhere else each time: a client that comes back too late is told to begin anew. */
const MOST_FIRST_EVENT_ID = 2 ** 47;

/** How many events are remembered: two for each device and light, and some at a gateway that has few. */
const LEAST_EVENTS = 1_000;
const MOST_EVENTS = 20_000;
const LETTERS_OF_EVENT = 400;

/** The home of one gateway of a fleet, as that gateway would show it, and its events. */
class GatewayHome {
  readonly home: MutableHome;
  readonly journal: Journal;
  readonly #events: WireEvents;
  /** Of the entries that are shown. */
  readonly #keys: Set<string>;

  constructor(contents: HomeContents, keys: readonly string[]) {
    this.home = new MutableHome(contents, "id-but-rooms");
    this.#keys = new Set(keys);
    const events = Math.min(MOST_EVENTS, Math.max(LEAST_EVENTS, 2 * keys.length));
    this.journal = new Journal(randomInt(MOST_FIRST_EVENT_ID), { events, length: events * LETTERS_OF_EVENT });
    this.#events = new WireEvents(this.home);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** What is named comes before those that name it, and goes after them. */
  mirror(given: readonly MirroredResource[]): void {
    const resources = given.toSorted((one, other) => turnOf(one) - turnOf(other));
    for (const { in: kind, id, after } of resources) {
      if (after) this.#keys.add(`${kind}.${id}`);
      else this.#keys.delete(`${kind}.${id}`);
    }
    const replacements = resourcesMirrored(this.home, { kind: "resourcesMirrored", resources });
    if (replacements.length === 0) return;
    this.home.replaceAll(replacements);
    this.journal.append(this.#events.of([{ replacements, cause: "report" }]));
  }
}

/**
 * The homes of the gateways that somebody follows alone, each as small as its gateway's: with the whole house and the
 * unassigned room of that gateway, which have the ids that they have over all.
 */
export class GatewayHomes {
  readonly #mirror: FleetMirror;
  /** Of the front: all gateways. */
  readonly #home: Home;
  readonly #open = new Map<GatewayHome, string>();

  constructor(mirror: FleetMirror, home: Home) {
    this.#mirror = mirror;
    this.#home = home;
  }

  /** By the id of the gateway as clients see it; empty where there is none, until there is one. */
  open(gatewayId: string): GatewayHome & { close(): void } {
    const keys = this.#mirror.keysOf(gatewayId);
    const shown = keys.map((key) => this.#mirror.shownAt(gatewayId, key)).filter(({ after }) => after);
    const shownKeys = shown.map(({ in: kind, id }) => `${kind}.${id}`);
    const opened = new GatewayHome(this.#contents(gatewayId, shown), shownKeys);
    this.#open.set(opened, gatewayId);
    return Object.assign(opened, { close: () => void this.#open.delete(opened) });
  }

  /** To be called with the keys of all entries that came, went, or are to be shown otherwise since the last time. */
  follow(keys: readonly string[]): void {
    if (this.#open.size === 0) return;
    const owned = keys.map((key) => ({ key, owners: this.#mirror.ownersOf(key) }));
    for (const [home, gatewayId] of this.#open) {
      const concerned = owned.filter(({ key, owners }) => owners.includes(gatewayId) || home.has(key));
      if (concerned.length > 0) home.mirror(concerned.map(({ key }) => this.#mirror.shownAt(gatewayId, key)));
    }
  }

  #contents(gatewayId: string, shown: readonly MirroredResource[]): HomeContents {
    const { wholeHouse, unassigned, identity } = this.#home;
    const derived = [wholeHouse, unassigned].filter((room) => room !== undefined);
    const [gateway] = this.#mirror.gatewaysWith(gatewayId);
    const resources = forEachKind<HomeResources>((kind) => [
      ...(kind === "rooms" ? derived : []),
      ...(shown.flatMap(({ in: some, after }) => (some === kind && after ? [after] : [])) as never[]),
    ]);
    return { identity: gateway?.identity ?? identity, ...resources };
  }
}
