/** Says why nothing was sent; the reason may end with a question. */
export const nothingSent = (why: string): string => `${why}${/[.?!]$/.test(why) ? "" : "."} Nothing was sent.`;
