/** Letters without case and accents, so that "kuche" finds "Küche". */
export const plainText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** The words of what a person looks for. */
export const plainWords = (query: string): readonly string[] => plainText(query).split(/\s+/).filter(Boolean);
