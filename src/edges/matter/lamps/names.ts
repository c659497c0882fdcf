/** Matter's texts are at most so many bytes. */
const MOST_BYTES = 32;

const ENCODER = new TextEncoder();
const bytesOf = (text: string): number => ENCODER.encode(text).length;

/** A text within Matter's limit, cut at a word if the first word fits; no character is cut in two. */
export function shortText(text: string, mostBytes = MOST_BYTES): string {
  const plain = text.trim();
  if (bytesOf(plain) <= mostBytes) return plain;
  let short = "";
  for (const { segment } of new Intl.Segmenter().segment(plain)) {
    if (bytesOf(short + segment) > mostBytes) break;
    short += segment;
  }
  const isCutInWord = !/^\s/.test(plain.slice(short.length));
  const atWord = isCutInWord ? short.replace(/\s+\S*$/, "") : short;
  return (atWord === "" ? short : atWord).trimEnd();
}
