import { signal } from "@preact/signals";

/** What somebody is editing: the rooms of the home, or something of one room. */
export type Editing =
  | { readonly what: "rooms" }
  | { readonly what: "actions" | "room" | "new-scene" | "scenes"; readonly roomId: string };

/** The sheet that is open. */
export const editing = signal<Editing | undefined>(undefined);
