import { expect, test } from "vitest";
import { allowedOriginOf, originProblem } from "./origin-rules.ts";

test.each([
  "https://app.example",
  "http://192.168.1.5:5173",
  "http://[::1]:3000",
  "capacitor://localhost",
  "HTTPS://App.Example:443",
])("%s is an origin", (text) => {
  expect(originProblem(text)).toBeUndefined();
});

test.each([
  ["https://app.example/", "https://app.example"],
  ["https://app.example/panel?x#y", "https://app.example"],
  ["app.example", "https://app.example"],
  ["https://me:secret@app.example", "https://app.example"],
  ["*", undefined],
  ["https://*.example", undefined],
  ["null", "https://null"],
  ["", undefined],
  ["https://", undefined],
  ["https://a b", undefined],
])("%s is none, and the one that was meant is named", (text, meant) => {
  const problem = originProblem(text) ?? "";
  expect(problem).toMatch(/^Expected one exact origin, such as https:\/\/app\.example/);
  expect(/ Did you mean (\S+)\?$/.exec(problem)?.[1]).toBe(meant);
});

test("an allowed origin is let in to the interface of clients, under any spelling that browsers could use, and nowhere else", () => {
  const allowed = ["https://App.example:443", "http://192.168.1.5:5173"];
  const of = (target: string, ...origins: readonly string[]) =>
    allowedOriginOf(
      { method: "GET", target, rawHeaders: origins.flatMap((origin) => ["Origin", origin]), scheme: "http" },
      allowed,
    );
  const targets = ["/clip/v2/resource/light", "/eventstream/clip/v2", "/pictures/x", "/api", "/openapi.json?x"];
  const otherwise = ["/%63lip/v2/resource/light", "/ap%69?x=1", "http://localhost/clip/v2/resource/light"];
  for (const target of [...targets, ...otherwise])
    expect(of(target, "https://app.example")).toBe("https://app.example");
  expect(of("/api", "http://192.168.1.5:5173")).toBe("http://192.168.1.5:5173");
  for (const origin of ["http://app.example", "https://app.example:444", "https://app.example.evil", "null", ""])
    expect(of("/api", origin)).toBeUndefined();
  expect(of("/api")).toBeUndefined();
  expect(of("/api", "https://app.example", "https://app.example")).toBeUndefined();
  for (const target of [
    "/",
    "/page/app.js",
    "/operator/session",
    "/%6fperator/session",
    "http://localhost/operator/session?/api",
    "/operator/command/status",
    "/apis",
    "/openapi.json2",
  ])
    expect(of(target, "https://app.example")).toBeUndefined();
});
