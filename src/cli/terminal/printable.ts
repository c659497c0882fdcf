/** A text without anything that would disturb a terminal or begin another line. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ");
