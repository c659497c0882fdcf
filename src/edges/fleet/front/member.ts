import type { Identity } from "../../../core/home/model/identity.ts";
import type { Presence } from "../presence.ts";
import { Pictures } from "./pictures.ts";

/** A gateway of the fleet, as a front knows it. */
export class Member {
  readonly id: string;
  /** What the operator called it when it was added; undefined until that is known, and when it was removed. */
  name: string | undefined;
  presence: Presence | undefined;
  /** Whether its presence was deleted, as happens to a gateway that is removed from the fleet. */
  isPresenceRemoved = false;
  /** When its presence last came, by the front's clock. */
  heardAtMillis: number | undefined;
  /** When a server took it, by that server's clock. */
  takenAtMillis: number | undefined;
  isAway = true;
  identity: Identity | undefined;
  /** What a second gateway with its credentials says, and when that came, by the front's clock. It says so again while it is there. */
  conflict: { readonly text: string; readonly heardAtMillis: number } | undefined;
  /** Its own whole house and its own unassigned room, which the fleet has one of over all. */
  readonly derivedRoomIds = new Set<string>();
  /** The keys of its entries, so that all of them can be looked at again. */
  readonly keys = new Set<string>();
  readonly pictures = new Pictures();
  /** The ids of its lights that are on and can be reached. */
  readonly lit = new Set<string>();
  /** What it sent that is not understood, by key. */
  readonly violations = new Map<string, string>();

  #epoch = "";

  constructor(id: string) {
    this.id = id;
  }

  /** All its entries name the same epoch, each in a text of its own: one of them is enough. */
  oneText(epoch: string): string {
    if (epoch !== this.#epoch) this.#epoch = epoch;
    return this.#epoch;
  }

  /** Entries of another life are left over. */
  isOf(epoch: string): boolean {
    return this.presence?.epoch === epoch;
  }
}
