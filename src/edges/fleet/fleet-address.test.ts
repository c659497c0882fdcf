import { expect, test } from "vitest";
import { gatewayIdOf, namesOf, parseServers } from "./fleet-address.ts";

test("servers are given with commas between them, and without a port they have that of NATS", () => {
  expect(parseServers("nats://10.0.0.5")).toEqual({ servers: ["10.0.0.5:4222"], login: undefined, isEncrypted: false });
  expect(parseServers("tls://a.example:4333, tls://[::1]")).toEqual({
    servers: ["a.example:4333", "[::1]:4222"],
    login: undefined,
    isEncrypted: true,
  });
});

test("a user and a password may be in the address, and are in no name of it", () => {
  const parsed = parseServers("nats://g1:s%40cret@10.0.0.5,nats://g1:s%40cret@10.0.0.6");
  if ("problem" in parsed) throw new Error(parsed.problem);
  expect(parsed.login).toEqual({ user: "g1", password: "s@cret" });
  expect(gatewayIdOf({ ...parsed, credentials: undefined })).toBe("g1");
  expect(namesOf(parsed)).toEqual(["nats://10.0.0.5:4222", "nats://10.0.0.6:4222"]);
});

test.each([
  "",
  "10.0.0.5",
  "mqtt://10.0.0.5",
  "nats://",
  "nats://10.0.0.5/path",
  "nats://10.0.0.5?x",
  "nats://10.0.0.5,",
  "nats://a:s3cret@10.0.0.5,nats://b:s3cret@10.0.0.6",
  "nats://a:s3cret%@10.0.0.5",
])("%j is refused, without a word of what is in it", (text) => {
  const parsed = parseServers(text);
  expect("problem" in parsed && parsed.problem).toMatch(/^Expected NATS servers/);
  expect(JSON.stringify(parsed)).not.toContain("s3cret");
});

test.each(["", "a.b", "*", ">", "g 1"])(
  "the user %j is no id of a gateway: it could be more than a part of a subject",
  (user) => {
    expect(gatewayIdOf({ login: { user, password: "" }, credentials: undefined })).toBeUndefined();
  },
);
