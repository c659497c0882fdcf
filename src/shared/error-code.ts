/** The system's short name for an error, such as ENOENT; undefined for an error that has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** The same with a word for errors without a code. */
export const codeOf = (error: unknown): string => errorCode(error) ?? "unknown";

/** Why something failed, in few words: the code, or the error's own message. */
export const reasonOf = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.message : String(error));
