/** A text with what stands in backticks as code. */
export const withCode = (text: string) =>
  text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={`${at}`}>{part}</code>));
