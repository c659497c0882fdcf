import fc from "fast-check";
import { expect, test } from "vitest";
import { nameOfBroker, parseBrokerUrl } from "./broker-address.ts";

test.each([
  ["mqtt://192.168.1.5", { host: "192.168.1.5", port: 1883, isEncrypted: false, prefix: "" }],
  ["mqtts://broker.lan", { host: "broker.lan", port: 8883, isEncrypted: true, prefix: "" }],
  ["mqtt://broker.lan:1234/", { host: "broker.lan", port: 1234, isEncrypted: false, prefix: "" }],
  ["mqtt://broker/home/lights", { host: "broker", port: 1883, isEncrypted: false, prefix: "home/lights/" }],
  ["mqtt://broker/home/", { host: "broker", port: 1883, isEncrypted: false, prefix: "home/" }],
  ["mqtt://[::1]:1884", { host: "::1", port: 1884, isEncrypted: false, prefix: "" }],
  [
    "mqtts://me:p%40ss%23@broker/a%20b",
    { host: "broker", port: 8883, isEncrypted: true, username: "me", password: "p@ss#", prefix: "a b/" },
  ],
  ["mqtt://me@broker", { host: "broker", port: 1883, isEncrypted: false, username: "me", prefix: "" }],
])("%s is understood", (url, address) => expect(parseBrokerUrl(url)).toEqual(address));

test.each([
  ["", "Expected a broker's URL"],
  ["broker.lan", "Expected a broker's URL"],
  ["http://broker.lan", "Expected a broker's URL"],
  ["mqtt://", "Expected a broker's URL"],
  ["mqtt://broker:99999", "Expected a broker's URL"],
  ["mqtt:broker", "Expected a broker's URL"],
  ["mqtt://broker?a=b", 'Write a "?" in it as %3F'],
  ["mqtt://broker/#", 'a "#" as %23'],
  ["mqtt://:secret@broker", "A password needs a user name"],
  ["mqtt://me:100%@broker", 'Write a "%" in it as %25'],
  ["mqtt://broker/a//b", "an empty level"],
  ["mqtt://broker/+/b", '"+"'],
  ["mqtt://broker/%23", 'or "#"'],
  ["mqtt://broker/a%00", "an empty level"],
])("%j is refused, and it is said why", (url, why) =>
  expect(parseBrokerUrl(url)).toEqual({ problem: expect.stringContaining(why) }),
);

/** Any printable text, `@`, `/`, `%` and `#` among it. */
const anyText = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/\p{Cc}/u.test(text));
const anyLevel = anyText.filter((text) => !/[+#/]/.test(text));

test("every part of a URL is understood as it was meant", () => {
  const anyAddress = fc.record({
    protocol: fc.constantFrom("mqtt", "mqtts"),
    host: fc.oneof(fc.ipV4(), fc.domain()),
    port: fc.option(fc.integer({ min: 1, max: 65_535 })),
    username: anyText,
    password: anyText,
    levels: fc.array(anyLevel, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(anyAddress, ({ protocol, host, port, username, password, levels }) => {
      const path = levels.map((level) => `/${encodeURIComponent(level)}`).join("");
      // Two levels of a URL's path mean another path.
      fc.pre(levels.every((level) => level !== "." && level !== ".."));
      const secret = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
      const isEncrypted = protocol === "mqtts";
      expect(parseBrokerUrl(`${protocol}://${secret}@${host}${port === null ? "" : `:${port}`}${path}`)).toEqual({
        host,
        port: port ?? (isEncrypted ? 8883 : 1883),
        isEncrypted,
        username,
        password,
        prefix: levels.map((level) => `${level}/`).join(""),
      });
    }),
  );
});

test("whatever it is, it is understood or refused, and what is refused is not repeated", () => {
  const anyUrl = fc
    .tuple(fc.constantFrom("mqtt", "mqtts", "ftp"), fc.string(), fc.string())
    .map(([protocol, secret, rest]) => ({ protocol, secret, url: `${protocol}://me:${secret}@${rest}` }));
  fc.assert(
    fc.property(anyUrl, ({ protocol, url, secret }) => {
      const address = parseBrokerUrl(url);
      if ("problem" in address) {
        expect(address.problem).toMatch(/^Expected a broker's URL, .*\.$/);
        expect(secret.length > 3 && address.problem.includes(secret)).toBe(false);
        return;
      }
      expect(protocol).toBe(address.isEncrypted ? "mqtts" : "mqtt");
      expect(address.host).not.toBe("");
      expect(address.port).toBeLessThan(65_536);
      expect(address.prefix).toMatch(/^$|^[^+#]*\/$/);
    }),
  );
});

test("people see where it is, not what is secret", () => {
  const name = (url: string) => {
    const address = parseBrokerUrl(url);
    return "problem" in address ? address.problem : nameOfBroker(address);
  };
  expect(name("mqtts://me:secret@broker/home")).toBe("mqtts://broker:8883");
  expect(name("mqtt://[::1]")).toBe("mqtt://[::1]:1883");
});
