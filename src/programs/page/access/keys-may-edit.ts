import { signal } from "@preact/signals";

/** Whether the gateway lets clients with a key edit rooms and scenes. */
export const keysMayEdit = signal(false);
