import "./before-matter.ts";
import { expect, test } from "vitest";
import { idText } from "./fabrics.ts";

test("the ids of fabrics and nodes are 16 hexadecimal digits", () => {
  expect(idText(0x2906c908d115d362n)).toBe("2906C908D115D362");
  expect(idText(1_000_000_007n)).toBe("000000003B9ACA07");
  expect(idText(2n ** 64n - 1n)).toBe("FFFFFFFFFFFFFFFF");
});
