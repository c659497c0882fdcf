/** Light on dark whatever the terminal's colours are: a phone tells the two apart. */
const LIGHT_ON_DARK = "\u001b[97;40m";
const AS_BEFORE = "\u001b[0m";

/** In modules; a phone needs some quiet around a code. */
const BORDER = 2;

/** A text as a code that phones read; undefined where standard output is no terminal, or one too narrow for it. */
export async function qrCode(text: string): Promise<string | undefined> {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return undefined;
  const { renderUnicodeCompact } = await import("uqr");
  const lines = renderUnicodeCompact(text, { border: BORDER }).split("\n");
  if (lines.some((line) => line.length > columns)) return undefined;
  return lines.map((line) => `${LIGHT_ON_DARK}${line}${AS_BEFORE}`).join("\n");
}
