/** Letters without case and accents, so that "kuche" finds "Küche". */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** Whether every word that a person typed is somewhere in one of the texts. */
export function matches(query: string, texts: readonly string[]): boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = plain(texts.join(" "));
  return words.every((word) => text.includes(word));
}
