/** Control characters, line ends of every kind, halves of characters, and marks that turn the writing round. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Those of them that JSON does not escape by itself; a line feed in JSON is between texts, never in one. */
const UNESCAPED = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** What no font shows. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** A text without anything that would disturb a terminal, a log or a table, or begin another line. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, " ");

/** Whether nothing can be seen of a text. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** A value as JSON whose texts do no harm to a terminal: such letters are escaped, so that it is the same value. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    UNESCAPED,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
