/**
 * "1 device", "2 devices", "0.5 seconds", "3 sync boxes": every count of things that a person reads is written here.
 */
export const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : pluralOf(noun)}`;

/** As English spells it; a noun that has a plural of its own is none of ours. */
function pluralOf(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
