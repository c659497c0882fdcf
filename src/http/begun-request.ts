const METHOD = "(?:GET|HEAD|PUT|POST|DELETE|PATCH|OPTIONS)";
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]";
const REQUEST_LINE = `${METHOD} /[!-~]* HTTP/1\\.1\r\n`;
const HEADER_LINE = `${TOKEN}+:[\t -~]*\r\n`;

/** A request line, or header lines behind one, up to the middle of any of them. */
const BEGUN = new RegExp(
  [
    `^${METHOD} (?:/[!-~]*(?: [HTP/1.]{0,8}\r?)?)?$`,
    `^${REQUEST_LINE}(?:${HEADER_LINE})*(?:\r|${TOKEN}*|${TOKEN}+:[\t -~]*\r?)$`,
  ].join("|"),
);

/**
 * Whether nothing is wrong with bytes but that the end of a request's head is still to come. They are in the plainest
 * spelling that HTTP/1.1 has, with a method that exists: whatever else begins otherwise is refused at its first wrong
 * byte by a parser that knows all of HTTP.
 */
export const isBegunRequest = (bytes: Buffer): boolean => BEGUN.test(bytes.toString("latin1"));
