import { expect, test } from "vitest";
import { hostNames } from "./server-options.ts";

test("the hosts of three servers are three different ones", () => {
  expect(hostNames("a.lan, b.lan,c.lan")).toEqual(["a.lan", "b.lan", "c.lan"]);
  for (const hosts of ["a.lan,a.lan,a.lan", "a.lan,A.lan,b.lan", "a.lan,b.lan"]) {
    expect(() => hostNames(hosts)).toThrow("one or three different");
  }
});
