const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What terminals show in two columns: emoji, and the writing of East Asia. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const EAST_ASIAN =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/** Marks on another character, and what is not seen. */
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Most texts, and soon measured. */
const ASCII = /^[ -~]*$/;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of CHARACTERS.segment(text)) {
    if (EMOJI.test(segment) || EAST_ASIAN.test(segment)) width += 2;
    else if (!UNSEEN.test(segment)) width += 1;
  }
  return width;
}
