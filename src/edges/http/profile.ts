/** Reads are open in a home; where strangers share the network they need a key as well. */
export const PROFILES = ["home", "shared"] as const;
export type Profile = (typeof PROFILES)[number];
