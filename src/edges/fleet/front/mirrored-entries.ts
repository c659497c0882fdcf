import type { ResourceKind, ResourceKinds } from "../../../core/home/model/resource-kinds.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import type { SharedKind } from "../fleet-entry.ts";
import type { Member } from "./member.ts";

/** The kinds of resources that are shown of a gateway. */
type MirroredKind = Exclude<ResourceKind, "keys">;

/** A scene names its picture. */
export type EntryScene = Omit<Scene, "picture"> & { readonly picture: string | null };

/** A resource as one gateway has it. */
export interface Held {
  readonly member: Member;
  readonly kind: Exclude<SharedKind, "identity">;
  readonly epoch: string;
  readonly resource: Exclude<ResourceKinds[MirroredKind], Scene> | EntryScene;
}

/** Which gateways have which resource: mostly one; those that share their lamps have the same ones. */
export class MirroredEntries {
  readonly #held = new Map<string, Held | readonly Held[]>();

  get size(): number {
    return this.#held.size;
  }

  /** Of all gateways, in the order of their ids. */
  of(key: string): readonly Held[] {
    const held = this.#held.get(key);
    return held === undefined ? [] : isMany(held) ? held : [held];
  }

  /** As one gateway has it. */
  heldBy(member: Member, key: string): Held | undefined {
    const held = this.#held.get(key);
    if (held === undefined || isMany(held)) return held?.find((each) => each.member === member);
    return held.member === member ? held : undefined;
  }

  put(key: string, held: Held): void {
    const before = this.#held.get(key);
    if (before === undefined || (!isMany(before) && before.member === held.member)) {
      this.#held.set(key, held);
      return;
    }
    const others = this.of(key).filter(({ member }) => member !== held.member);
    const all = [...others, held].sort((one, other) => (one.member.id < other.member.id ? -1 : 1));
    this.#set(key, all);
  }

  remove(key: string, member: Member): void {
    this.#set(
      key,
      this.of(key).filter((held) => held.member !== member),
    );
  }

  /** The one that is shown: of a gateway that is there, if there is one. */
  shown(key: string): Held | undefined {
    const current = this.of(key).filter(({ member, epoch }) => member.isOf(epoch) && member.name !== undefined);
    return current.find(({ member }) => !member.isAway) ?? current[0];
  }

  /** How many entries each gateway has that are of another life of it. */
  leftOver(): ReadonlyMap<Member, number> {
    const counts = new Map<Member, number>();
    for (const held of this.#held.values()) {
      for (const { member, epoch } of isMany(held) ? held : [held]) {
        if (!member.isOf(epoch)) counts.set(member, (counts.get(member) ?? 0) + 1);
      }
    }
    return counts;
  }

  /** Keeps other objects in the place of equal ones. */
  adopt(equal: (held: Held) => Held["resource"] | undefined): void {
    for (const [key, held] of this.#held) {
      const resource = isMany(held) ? undefined : equal(held);
      if (!isMany(held) && resource) this.#held.set(key, { ...held, resource });
    }
  }

  /** What several gateways have. */
  *collisions(): Generator<readonly Held[]> {
    for (const held of this.#held.values()) if (isMany(held)) yield held;
  }

  #set(key: string, all: readonly Held[]): void {
    const [first, ...more] = all;
    if (!first) this.#held.delete(key);
    else this.#held.set(key, more.length === 0 ? first : all);
  }
}

const isMany = (held: Held | readonly Held[]): held is readonly Held[] => Array.isArray(held);
