/** What one bad client writes, and what it gets: statuses, and whether the connection stays open. */
export type Smuggling = readonly [what: string, bytes: string, gets: string];

const ROOT = "/clip/v2/resource";

/** Nobody asks for this lamp by itself, so whoever gets an answer to it got it by a request that was hidden. */
export const HIDDEN = `GET ${ROOT}/light/888D095C-ACD9-5D50-9709-089657890EDC HTTP/1.1\r\nHost: a\r\n\r\n`;
export const ANSWER_TO_HIDDEN = '"obj":{"id":"888D095C-ACD9-5D50-9709-089657890EDC"';

/** How long the hidden request is, as it is said by length and by chunk. */
const LENGTH = HIDDEN.length;
const SIZE = LENGTH.toString(16);
const CHUNK = `${SIZE}\r\n${HIDDEN}\r\n0\r\n\r\n`;
/**
 * For somebody who goes by chunks it ends at once; for somebody who goes by the length the hidden request is part of
 * it.
 */
const END_AND_HIDDEN = `0\r\n\r\n${HIDDEN}`;
const LONG = `Content-Length: ${END_AND_HIDDEN.length}`;

const requestOf = (method: string, target: string, lines: readonly string[], body: string): string =>
  [`${method} ${target} HTTP/1.1`, ...lines, "", body].join("\r\n");
const read = (lines: readonly string[], body = ""): string =>
  requestOf("GET", `${ROOT}/scene`, ["Host: localhost", ...lines], body);
const sent = (lines: readonly string[], body: string): string =>
  requestOf("POST", "/api", ["Host: localhost", ...lines], body);
/** A read with another first line. */
const line = (first: string): string => `${first}\r\nHost: localhost\r\n\r\n`;
/** A read with other line ends, or with something else in its head. */
const head = (text: string): string => `GET ${ROOT}/scene HTTP/1.1\r\n${text}`;
const chunked = (body: string): string => read(["Transfer-Encoding: chunked"], body);

const TWO_LENGTHS: readonly Smuggling[] = [
  ["a length, then chunks", read([LONG, "Transfer-Encoding: chunked"], END_AND_HIDDEN), "400"],
  ["chunks, then a length", read(["Transfer-Encoding: chunked", LONG], END_AND_HIDDEN), "400"],
  ["a length and chunks, sent", sent([LONG, "Transfer-Encoding: chunked"], END_AND_HIDDEN), "400"],
  ["chunks and a length, sent", sent(["Transfer-Encoding: chunked", LONG], END_AND_HIDDEN), "400"],
  ["chunks and a short length", read(["Content-Length: 4", "Transfer-Encoding: chunked"], CHUNK), "400"],
  ["chunks and a short length, sent", sent(["Transfer-Encoding: chunked", "Content-Length: 4"], CHUNK), "400"],
  ["chunks and no length", read(["Content-Length: 0", "Transfer-Encoding: chunked"], CHUNK), "400"],
  ["chunks and a length for nobody", read(["Content-Length:", "Transfer-Encoding: chunked"], CHUNK), "400"],
  ["the same length twice", read([`Content-Length: ${LENGTH}`, `Content-Length: ${LENGTH}`], HIDDEN), "400"],
  ["a length and none", read([`Content-Length: ${LENGTH}`, "Content-Length: 0"], HIDDEN), "400"],
  ["none and a length", read(["Content-Length: 0", `Content-Length: ${LENGTH}`], HIDDEN), "400"],
  ["two lengths in two spellings", read(["content-length: 0", `CONTENT-LENGTH: ${LENGTH}`], HIDDEN), "400"],
  ["a length that is right but for 32 bits", read([`Content-Length: ${2n ** 32n + BigInt(LENGTH)}`], HIDDEN), "413"],
  ["two lengths, sent", sent(["Content-Length: 0", `Content-Length: ${LENGTH}`], HIDDEN), "400"],
];

/** Ways to write chunks that one reader takes for such and another does not, with a length beside it. */
const ODD_CODINGS: readonly Smuggling[] = [
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunkedx",
  "Transfer-Encoding: CHUNKED",
  "tRANSFER-eNCODING: chunked",
  "Transfer-Encoding:chunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding:  chunked  ",
  "Transfer-Encoding:\x0bchunked",
  "Transfer-Encoding:\x0cchunked",
  "Transfer-Encoding: \xa0chunked",
  "Transfer-Encoding: \0chunked",
  "Transfer-Encoding: chunked\0",
  "Transfer-Encoding: chun\x7fked",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: 'chunked'",
  "Transfer-Encoding: chunked;q=1",
  "Transfer-Encoding: chunked,",
  "Transfer-Encoding: ,chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: x",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding\t: chunked",
  " Transfer-Encoding: chunked",
  "\tTransfer-Encoding: chunked",
  "Transfer-Encoding: chun\r\n ked",
  "Transfer-Encoding:\r\n chunked",
  "Transfer-Encoding\r\n : chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
  "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
  "Transfer-Encoding: \r\nTransfer-Encoding: chunked",
  "X: a\nTransfer-Encoding: chunked",
  "X: a\rTransfer-Encoding: chunked",
  "X: a\r\r\nTransfer-Encoding: chunked",
  "Transfer Encoding: chunked",
  "Transfer-Encoding; chunked",
  "Transfer-Encoding chunked",
  "Transf\xe8r-Encoding: chunked",
  "Transfer-\0Encoding: chunked",
].map((coding) => [`${JSON.stringify(coding)} and a length`, read([coding, LONG], END_AND_HIDDEN), "400"]);

/** From llhttp 9.4 on, Node's parser takes tabs around a length, and no longer a coding without a name. */
const { llhttp = "" } = process.versions;
const IS_NEWER_PARSER = Number(llhttp.split(".")[1]) >= 4;
const LENGTH_ALONE = IS_NEWER_PARSER ? "400" : "400 open";
const LENGTH_IN_TABS = IS_NEWER_PARSER ? "400 open" : "400";

/** Names that say nothing about chunks, so that the length alone holds. */
const NO_CODINGS: readonly Smuggling[] = ["Transfer_Encoding: chunked", "X-Transfer-Encoding: chunked"].map(
  (coding) => [`${JSON.stringify(coding)} and a length`, read([coding, LONG], END_AND_HIDDEN), "400 open"],
);

/** Where parsers of Node differ, but hide nothing. */
const BY_PARSER: readonly Smuggling[] = [
  ['"Transfer-Encoding:" and a length', read(["Transfer-Encoding:", LONG], END_AND_HIDDEN), LENGTH_ALONE],
  ["a length in tabs", read([`Content-Length:\t${LENGTH}\t`], HIDDEN), LENGTH_IN_TABS],
];

/** Ways to write a length that one reader takes for it and another for none. */
const ODD_LENGTHS: readonly Smuggling[] = [
  `Content-Length: +${LENGTH}`,
  `Content-Length: -${LENGTH}`,
  `Content-Length: ${LENGTH}.0`,
  `Content-Length: ${LENGTH}e0`,
  `Content-Length: 0x${SIZE}`,
  `Content-Length: ${LENGTH} 0`,
  `Content-Length: ${LENGTH},${LENGTH}`,
  `Content-Length: ${LENGTH}, 0`,
  `Content-Length: 0, ${LENGTH}`,
  `Content-Length: ${LENGTH},`,
  `Content-Length: ${LENGTH};a=b`,
  `Content-Length: "${LENGTH}"`,
  `Content-Length: ${LENGTH}\0`,
  `Content-Length: \x0b${LENGTH}`,
  `Content-Length: \xb2${LENGTH}`,
  `Content-Length: ${LENGTH}a`,
  `Content-Length: ${2n ** 64n + BigInt(LENGTH)}`,
  "Content-Length: 99999999999999999999999999",
  `Content-Length: ${LENGTH}\r\n 0`,
  `Content-Length:\r\n ${LENGTH}`,
  `Content-Length : ${LENGTH}`,
  `Content-Length\t: ${LENGTH}`,
  ` Content-Length: ${LENGTH}`,
  `X: a\nContent-Length: ${LENGTH}`,
  `X: a\rContent-Length: ${LENGTH}`,
].map((length) => [JSON.stringify(length), read([length], HIDDEN), "400"]);

/** The hidden request is the body for everybody, and no good one. */
const LENGTHS: readonly Smuggling[] = [
  `Content-Length: ${LENGTH}`,
  `Content-Length:${LENGTH}`,
  `Content-Length:   ${LENGTH}   `,
  `content-length: ${LENGTH}`,
  `Content-Length: 000${LENGTH}`,
].map((length) => [JSON.stringify(length), read([length], HIDDEN), "400 open"]);

const CHUNKS: readonly Smuggling[] = [
  ["a hidden request in a chunk", chunked(CHUNK), "400 open"],
  ["in the extension of a chunk", chunked(`2;${HIDDEN}{}\r\n0\r\n\r\n`), "400"],
  ["an extension", chunked(`2;a=b;c="d"\r\n{}\r\n0;e\r\n\r\n`), "200 open"],
  ["a line end in the text of an extension", chunked(`2;a="\r\n{}\r\n0\r\n\r\n"\r\n`), "400"],
  ["a bare line feed behind an extension", chunked(`2;a\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a very long extension", chunked(`2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), "400"],
  ["a size with a sign", chunked(`+2\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size below nothing", chunked(`-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size with a prefix", chunked(`0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size behind a space", chunked(` 2\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size before a space", chunked(`2 \r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size that is no number", chunked(`g\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["no size", chunked(`\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size that wraps around", chunked(`10000000000000002\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a huge size", chunked(`ffffffffffffffff\r\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size that ends in a bare line feed", chunked(`2\n{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a size that ends in a bare carriage return", chunked(`2\r{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a chunk longer than it says", chunked(`2\r\n{}{}\r\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a chunk without its line end", chunked(`2\r\n{}0\r\n\r\n${HIDDEN}`), "400"],
  ["a chunk that ends in a bare line feed", chunked(`2\r\n{}\n0\r\n\r\n${HIDDEN}`), "400"],
  ["a last chunk that ends in bare line feeds", chunked(`2\r\n{}\r\n0\n\n${HIDDEN}`), "400"],
  ["a trailer", chunked("2\r\n{}\r\n0\r\nX: a\r\n\r\n"), "200 open"],
  ["a length in a trailer", chunked(`2\r\n{}\r\n0\r\nContent-Length: ${LENGTH}\r\n\r\n`), "400"],
  ["chunks in a trailer", chunked("2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"), "400"],
  ["a host in a trailer", chunked("2\r\n{}\r\n0\r\nHost: evil.example.com\r\n\r\n"), "200 open"],
  ["a hidden request as a trailer", chunked(`2\r\n{}\r\n0\r\n${HIDDEN}`), "400"],
  ["a folded trailer", chunked(`2\r\n{}\r\n0\r\nX: a\r\n ${HIDDEN}`), "400"],
  ["chunks too long for us", chunked(`2000\r\n${"a".repeat(0x2000)}\r\n0\r\n\r\n`), "413"],
];

/** What separates lines, and what only looks as if it did. */
const LINES: readonly Smuggling[] = [
  ["bare line feeds", head("Host: a\n\n").replaceAll("\r", ""), "400"],
  ["a bare line feed behind the first line", `GET ${ROOT}/scene HTTP/1.1\nHost: a\r\n\r\n`, "400"],
  ["a bare line feed behind a header", head("Host: a\nX: b\r\n\r\n"), "400"],
  ["a bare line feed at the end", head("Host: a\r\n\n"), "400"],
  ["bare carriage returns", `GET ${ROOT}/scene HTTP/1.1\rHost: a\r\r`, "400"],
  ["a bare carriage return in a value", head("Host: a\r\nX: b\rY: c\r\n\r\n"), "400"],
  ["a bare carriage return at the end", head("Host: a\r\n\r"), "400"],
  ["two carriage returns", head("Host: a\r\r\n\r\r\n"), "400"],
  ["line ends the wrong way round", head("Host: a\n\r\n\r"), "400"],
  ["a hidden request behind bare line feeds", head(`Host: a\r\nX: b\n\n${HIDDEN}`), "400"],
  ["a hidden request behind bare carriage returns", head(`Host: a\r\nX: b\r\r${HIDDEN}`), "400"],
  ["a hidden request behind a carriage return and feeds", head(`Host: a\r\nX: b\r\n\r\r\n${HIDDEN}`), "400"],
  ["a folded header", head("Host: a\r\nX: b\r\n c\r\n\r\n"), "400"],
  ["a header folded by a tab", head("Host: a\r\nX: b\r\n\tc\r\n\r\n"), "400"],
  ["a folded host", head("Host:\r\n a\r\n\r\n"), "400"],
  ["a header that is folded from the start", head(" X: b\r\nHost: a\r\n\r\n"), "400"],
  ["a hidden request in a fold", head(`Host: a\r\nX: b\r\n ${HIDDEN}`), "400"],
  ["a line of one space", head("Host: a\r\n \r\n\r\n"), "400"],
  ["vertical tabs", head("Host: a\x0b\x0b"), "400"],
  ["next lines", head("Host: a\x85X: b\r\n\r\n"), "421 open"],
  ["no end", head("Host: a\r\n"), "400"],
];

const HEADERS: readonly Smuggling[] = [
  ["a zero in a value", head("Host: a\r\nX: b\0c\r\n\r\n"), "400"],
  ["a zero in a name", head("Host: a\r\nX\0: b\r\n\r\n"), "400"],
  ["a zero in the host", head("Host: a\0b\r\n\r\n"), "400"],
  ["a space before the colon", head("Host: a\r\nX : b\r\n\r\n"), "400"],
  ["a tab before the colon", head("Host: a\r\nX\t: b\r\n\r\n"), "400"],
  ["a space before the colon of the host", head("Host : a\r\n\r\n"), "400"],
  ["no colon", head("Host: a\r\nX\r\n\r\n"), "400"],
  ["no name", head("Host: a\r\n: b\r\n\r\n"), "400"],
  ["a space in a name", head("Host: a\r\nX Y: b\r\n\r\n"), "400"],
  ["brackets in a name", head("Host: a\r\nX(Y): b\r\n\r\n"), "400"],
  ["quotes in a name", head('Host: a\r\n"X": b\r\n\r\n'), "400"],
  ["a slash in a name", head("Host: a\r\nX/Y: b\r\n\r\n"), "400"],
  ["a delete in a name", head("Host: a\r\nX\x7f: b\r\n\r\n"), "400"],
  ["letters of others in a name", head("Host: a\r\nX\xe4: b\r\n\r\n"), "400"],
  ["letters of others in a value", head("Host: a\r\nX: \xe4\xff\r\n\r\n"), "200 open"],
  ["control characters in a value", head("Host: a\r\nX: \x01\x1b[2J\r\n\r\n"), "400"],
  ["a delete in a value", head("Host: a\r\nX: \x7f\r\n\r\n"), "400"],
  ["two hosts", head("Host: a\r\nHost: b\r\n\r\n"), "421 open"],
  ["two hosts, one foreign", head("Host: a\r\nHost: evil.example.com\r\n\r\n"), "421 open"],
  ["two hosts in one", head("Host: a, b\r\n\r\n"), "421 open"],
  ["no host", head("X: a\r\n\r\n"), "400 open"],
  ["no headers", head("\r\n"), "400 open"],
  ["an empty host", head("Host:\r\n\r\n"), "421 open"],
  ["a host with a user", head("Host: a@evil.example.com\r\n\r\n"), "421 open"],
  ["a host with a path", head("Host: a/../b\r\n\r\n"), "421 open"],
  ["a host with a scheme", head("Host: http://a\r\n\r\n"), "421 open"],
  ["a host with a query", head("Host: a?b\r\n\r\n"), "421 open"],
  ["a forwarded host", head("Host: evil.example.com\r\nX-Forwarded-Host: a\r\n\r\n"), "421 open"],
  ["another method in a header", read(["X-HTTP-Method-Override: PUT"]), "200 open"],
  ["another path in a header", read(["X-Original-URL: /nowhere", "X-Rewrite-URL: /nowhere"]), "200 open"],
];

const FIRST_LINES: readonly Smuggling[] = [
  ["HTTP/1.0", line(`GET ${ROOT}/scene HTTP/1.0`), "200"],
  ["HTTP/1.0 that stays", line(`GET ${ROOT}/scene HTTP/1.0\r\nConnection: keep-alive`), "200 open"],
  ["HTTP/1.0 with chunks", line(`GET ${ROOT}/scene HTTP/1.0\r\nTransfer-Encoding: chunked`) + CHUNK, "400"],
  ["HTTP/0.9", `GET ${ROOT}/scene\r\n`, "400"],
  ["HTTP/0.9 with headers", `GET ${ROOT}/scene\r\nHost: a\r\n\r\n`, "200"],
  ["HTTP/1.2", line(`GET ${ROOT}/scene HTTP/1.2`), "400"],
  ["HTTP/2.0", line(`GET ${ROOT}/scene HTTP/2.0`), "200"],
  ["HTTP/1.10", line(`GET ${ROOT}/scene HTTP/1.10`), "400"],
  ["HTTP/01.1", line(`GET ${ROOT}/scene HTTP/01.1`), "400"],
  ["HTTP/1", line(`GET ${ROOT}/scene HTTP/1`), "400"],
  ["HTTP/1,1", line(`GET ${ROOT}/scene HTTP/1,1`), "400"],
  ["http/1.1", line(`GET ${ROOT}/scene http/1.1`), "400"],
  ["HTTP /1.1", line(`GET ${ROOT}/scene HTTP /1.1`), "400"],
  ["RTSP/1.0", line(`GET ${ROOT}/scene RTSP/1.0`), "200"],
  ["the start of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
  ["a space behind the version", line(`GET ${ROOT}/scene HTTP/1.1 `), "400"],
  ["a tab behind the version", line(`GET ${ROOT}/scene HTTP/1.1\t`), "400"],
  ["two spaces before the target", line(`GET  ${ROOT}/scene HTTP/1.1`), "200 open"],
  ["two spaces behind the target", line(`GET ${ROOT}/scene  HTTP/1.1`), "200 open"],
  ["a tab before the target", line(`GET\t${ROOT}/scene HTTP/1.1`), "400"],
  ["a tab behind the target", line(`GET ${ROOT}/scene\tHTTP/1.1`), "400"],
  ["a space in the target", line(`GET ${ROOT}/sc ene HTTP/1.1`), "400"],
  ["a hidden request in the target", line(`GET ${ROOT}/scene HTTP/1.1 ${HIDDEN}`), "400"],
  ["a zero in the target", line(`GET ${ROOT}/scene\0 HTTP/1.1`), "400"],
  ["a control character in the target", line(`GET ${ROOT}/scene\x01 HTTP/1.1`), "400"],
  ["a delete in the target", line(`GET ${ROOT}/scene?\x7f HTTP/1.1`), "400"],
  ["letters of others in the target", line(`GET ${ROOT}/scene?\xe4 HTTP/1.1`), "400"],
  ["no target", line("GET HTTP/1.1"), "400"],
  ["an empty target", line("GET  HTTP/1.1"), "400"],
  ["a star", line("GET * HTTP/1.1"), "404 open"],
  ["no path", line(`GET ${ROOT.slice(1)}/scene HTTP/1.1`), "400"],
  ["only a host", line("GET localhost:80 HTTP/1.1"), "400"],
  ["a whole address", line(`GET http://localhost${ROOT}/scene HTTP/1.1`), "200 open"],
  ["a whole address in capitals", line(`GET HTTP://LOCALHOST${ROOT}/scene HTTP/1.1`), "200 open"],
  ["a whole address elsewhere", line(`GET http://evil.example.com${ROOT}/scene HTTP/1.1`), "421 open"],
  ["a whole address with a user", line(`GET http://localhost@evil.example.com${ROOT}/scene HTTP/1.1`), "421 open"],
  ["a whole address of another kind", line(`GET ftp://localhost${ROOT}/scene HTTP/1.1`), "400 open"],
  [
    "an address with a hidden request",
    line(`GET http://localhost/%0d%0a%0d%0a${HIDDEN.slice(4, 20)} HTTP/1.1`),
    "404 open",
  ],
  ["small letters", line(`get ${ROOT}/scene HTTP/1.1`), "400"],
  ["mixed letters", line(`Get ${ROOT}/scene HTTP/1.1`), "400"],
  ["a longer method", line(`GETS ${ROOT}/scene HTTP/1.1`), "405"],
  ["a method in two", line(`G ET ${ROOT}/scene HTTP/1.1`), "400"],
  ["a space before the method", line(` GET ${ROOT}/scene HTTP/1.1`), "400"],
  ["no method", line(`${ROOT}/scene HTTP/1.1`), "400"],
  ["TRACE", line(`TRACE ${ROOT}/scene HTTP/1.1`), "405 open"],
  ["M-SEARCH", line("M-SEARCH * HTTP/1.1"), "404 open"],
  ["CONNECT with a hidden request", line("CONNECT localhost:80 HTTP/1.1") + HIDDEN, "405"],
];

/** What asks for another protocol, and what is none of ours. */
const PROTOCOLS: readonly Smuggling[] = [
  [
    "HTTP/2 in clear",
    read(["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"]),
    "200 open",
  ],
  ["HTTP/2 in clear, not asked of the connection", read(["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ"]), "200 open"],
  ["a web socket", read(["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]), "200 open"],
  [
    "an upgrade with a body",
    read(["Connection: Upgrade", "Upgrade: x", `Content-Length: ${LENGTH}`], HIDDEN),
    "400 open",
  ],
  [
    "an upgrade with chunks",
    read(["Connection: Upgrade", "Upgrade: x", "Transfer-Encoding: chunked"], CHUNK),
    "400 open",
  ],
  ["a body that is expected", read(["Expect: 100-continue", `Content-Length: ${LENGTH}`], HIDDEN), "100 400 open"],
  [
    "a body that is expected in capitals",
    read(["expect: 100-CONTINUE", `Content-Length: ${LENGTH}`], HIDDEN),
    "100 400 open",
  ],
  ["an expectation that nobody knows", read(["Expect: 200-ok", `Content-Length: ${LENGTH}`], HIDDEN), "400 open"],
  [
    "two expectations",
    read(["Expect: 100-continue", "Expect: x", `Content-Length: ${LENGTH}`], HIDDEN),
    "100 400 open",
  ],
  [
    "a connection that drops the length",
    read([`Connection: Content-Length`, `Content-Length: ${LENGTH}`], HIDDEN),
    "400 open",
  ],
  ["a connection that drops the host", read(["Connection: Host, keep-alive"]), "200 open"],
  ["empty lines before it", `\r\n\r\n\r\n${read([])}`, "200 open"],
  ["bare line feeds before it", `\n\n${read([])}`, "200 open"],
  ["bare carriage returns before it", `\r\r${read([])}`, "200 open"],
  ["a space before it", ` ${read([])}`, "400"],
  ["a zero before it", `\0${read([])}`, "400"],
  ["the mark of a text file before it", `\xef\xbb\xbf${read([])}`, "400"],
  ["a proxy's line before it", `PROXY TCP4 1.2.3.4 127.0.0.1 1 80\r\n${read([])}`, "400"],
  ["an answer", `HTTP/1.1 200 OK\r\nContent-Length: ${LENGTH}\r\n\r\n${HIDDEN}`, "400"],
  ["the start of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "400"],
  ["SOCKS", "\x05\x01\x00", "400"],
  ["a mail", `EHLO a\r\nMAIL FROM:<a@b>\r\n${HIDDEN}`, "400"],
];

export const SMUGGLINGS: readonly Smuggling[] = [
  ...TWO_LENGTHS,
  ...ODD_CODINGS,
  ...NO_CODINGS,
  ...BY_PARSER,
  ...ODD_LENGTHS,
  ...LENGTHS,
  ...CHUNKS,
  ...LINES,
  ...HEADERS,
  ...FIRST_LINES,
  ...PROTOCOLS,
];
