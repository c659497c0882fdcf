import fc from "fast-check";

const ROOT = "/clip/v2/resource";
const LAMP = `${ROOT}/light/888D095C-ACD9-5D50-9709-089657890EDC`;

const target = fc.oneof(
  fc.constantFrom(
    ...["light", "device?ext_light=1&ext_room=1", "room?include_all_room=1", "scene", "bridge", "light/nobody"].map(
      (path) => `${ROOT}/${path}`,
    ),
    LAMP,
    "/nowhere",
    `${ROOT}/device?cat1_id=x`,
    `${ROOT}/light/%zz`,
  ),
  fc.string({ unit: fc.constantFrom(...'/?#%&=.:;@!"$~abc012') }).map((text) => `${ROOT}/light${text}`),
);
const line = fc.oneof(
  fc.constantFrom(
    ...["Accept: */*", "User-Agent: some client/1.0 (of mine)", "accept-encoding: gzip, br", "If-None-Match: *"],
    ...["Connection: keep-alive", "connection: Keep-Alive", "Connection: close", "Connection: keep-alive, x"],
    ...["Content-Length: 0", "Content-Length: 2", "Content-Length: +2", "Transfer-Encoding: chunked", "TE: trailers"],
    ...["Expect: 100-continue", "Upgrade: h2c", "Origin: http://evil.example.com", "Origin: null", "Host: other"],
    ...["application-key: wrong", "X-Empty:", "X-Tab:\ta", "X-Folded: a\r\n b", "X-Space : a", "X-Text: \u00e4"],
  ),
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(..."aZ0-_!#$%&'*+.^`|~"), minLength: 1, maxLength: 8 }),
      fc.constantFrom(":", ": ", ":  ", " : "),
      fc.string({ maxLength: 12 }),
    )
    .map((parts) => parts.join("")),
);
const method = fc.oneof(
  { arbitrary: fc.constant("GET"), weight: 6 },
  fc.constantFrom("HEAD", "OPTIONS", "PUT", "POST", "DELETE", "get", "GETS"),
);
const host = fc.oneof(
  { arbitrary: fc.constantFrom("Host: localhost", "host:127.0.0.1:8080"), weight: 8 },
  fc.constantFrom("Host: evil.example.com", "X-Host: a", "Host: a@b", "Host: a\r\nHost: a"),
);

/** A read that is as plain as can be. */
const plain = fc
  .tuple(target, fc.constantFrom("", "Accept: */*\r\n", "Connection: keep-alive\r\nAccept-Encoding: gzip\r\n"))
  .map(([path, lines]) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`);

/** One of any kind, framed well or badly. */
const strange = fc
  .tuple(method, target, host, fc.array(line, { maxLength: 3 }), fc.constantFrom("", "{}", "2\r\n{}\r\n0\r\n\r\n"))
  .map(([verb, path, named, lines, body]) => [`${verb} ${path} HTTP/1.1`, named, ...lines, "", body].join("\r\n"));

/** Bytes that mean something to somebody who reads HTTP. */
const odd = fc
  .constantFrom("\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", "\0", ":", ",", "\r\n ", "\x0b", "\x7f", "\x80", "\xa0")
  .map((text): Uint8Array => Buffer.from(text, "latin1"));

type Damage = readonly [place: number, leftOut: number, put: Uint8Array];
const damages: fc.Arbitrary<readonly Damage[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 2 },
  fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.oneof(odd, fc.uint8Array({ maxLength: 3 }))), { maxLength: 3 }),
);

/** What a client writes on one connection: some requests, perhaps with some bytes damaged, cut wherever it pleases. */
export const anyWrites = fc
  .record({
    requests: fc.array(fc.oneof({ arbitrary: plain, weight: 3 }, strange), { minLength: 1, maxLength: 5 }),
    /** Whether each arrives by itself, as it does where a client waits for its answers. */
    inTurn: fc.boolean(),
    damages,
    cuts: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.array(fc.nat(), { maxLength: 3 })),
  })
  .map(({ requests, inTurn, damages: done, cuts }): readonly Uint8Array[] => {
    const whole: readonly Buffer[] = requests.map((request) => Buffer.from(request, "latin1"));
    const pieces = inTurn ? whole : [Buffer.concat(whole)];
    const damaged = pieces.map((piece) => done.reduce(withDamage, piece));
    return damaged.flatMap((piece) => cutAt(piece, cuts)).filter(({ byteLength }) => byteLength > 0);
  });

function withDamage(bytes: Buffer, [place, leftOut, put]: Damage): Buffer {
  const at = place % (bytes.byteLength + 1);
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + leftOut)]);
}

function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.byteLength + 1)).sort((one, other) => one - other)];
  return places.map((place, index) => bytes.subarray(place, places[index + 1]));
}
