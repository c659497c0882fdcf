import { expect, test } from "vitest";
import { gatewayUrl } from "./gateway-url.ts";

test.each([
  ["192.168.1.20", "http://192.168.1.20:8080/"],
  ["192.168.1.20:8081", "http://192.168.1.20:8081/"],
  ["192.168.1.20:80", "http://192.168.1.20/"],
  ["luxgate.local/", "http://luxgate.local:8080/"],
  ["[::1]", "http://[::1]:8080/"],
  ["[::1]:80", "http://[::1]/"],
  ["nas:9000/luxgate", "http://nas:9000/luxgate"],
  ["192.168.1.20:9000/x/", "http://192.168.1.20:9000/x/"],
  ["192.168.1.20:80?x", "http://192.168.1.20/?x"],
  ["nas/luxgate:9000", "http://nas:8080/luxgate:9000"],
  ["http://192.168.1.20", "http://192.168.1.20/"],
  ["https://gateway.lan:444/base", "https://gateway.lan:444/base"],
])("%s is the gateway at %s", (text, url) => {
  expect(gatewayUrl(text)?.href).toBe(url);
});

test.each(["", "http://", "ftp://192.168.1.20", "two words", "mqtt://broker.lan"])(
  "%j is no gateway's address",
  (text) => {
    expect(gatewayUrl(text)).toBeUndefined();
  },
);
