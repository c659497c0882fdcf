import { describe, expect, test } from "vitest";
import { Filters } from "./filters.ts";

/** How a client that asks for this is told of a lamp that changes. */
const qosWith = (filter: string, qos = 1) => {
  const filters = new Filters(10);
  return filters.add(filter, qos) ? filters.qosFor("res/light/update") : "refused";
};

describe("a filter", () => {
  test.each([
    "res/#",
    "res/light/update",
    "res/+/update",
    "res/light/+",
    "res/light/#",
    "res/+/+",
    "res/light/update/#",
    "#",
    "+/#",
    "+/light/update",
    "+/+/+",
  ])("%s matches a lamp that changes", (filter) => expect(qosWith(filter)).toBe(1));

  test.each([
    "res/light",
    "res/light/add",
    "res/lights/update",
    "res/light/update/more",
    "res/+",
    "res//update",
    "+/room/update",
    "$SYS/#",
    "$SYS/broker/clients",
  ])("%s does not", (filter) => expect(qosWith(filter)).toBeUndefined());

  test.each([
    "res",
    "res/",
    "+",
    "RES/#",
    "/res/#",
    "##",
    "res/light#",
    "res/#/update",
    "res/+t/update",
    "+a/light/update",
    "$SYS",
    "$share/group/res/#",
    "",
    "luxgate/#",
    "res/\u0000",
    `res/${"x".repeat(61)}`,
  ])("%j is refused", (filter) => expect(qosWith(filter)).toBe("refused"));
});

describe("filters", () => {
  test("QoS 2 is granted as 1, and 0 as 0", () => {
    expect(qosWith("res/#", 2)).toBe(1);
    expect(qosWith("res/#", 0)).toBe(0);
  });

  test("of several that match, the best counts", () => {
    const filters = new Filters(10);
    filters.add("res/#", 0);
    expect(filters.qosFor("res/light/update")).toBe(0);
    filters.add("res/light/#", 1);
    expect(filters.qosFor("res/light/update")).toBe(1);
    expect(filters.qosFor("res/room/update")).toBe(0);
    filters.remove("res/light/#");
    expect(filters.qosFor("res/light/update")).toBe(0);
    filters.remove("res/#");
    expect(filters.qosFor("res/light/update")).toBeUndefined();
  });

  test("there are only so many; one that is there already is no further one", () => {
    const filters = new Filters(2);
    expect([filters.add("res/a", 1), filters.add("res/b", 1), filters.add("res/c", 1)]).toEqual([true, true, false]);
    expect(filters.add("res/b", 0)).toBe(true);
    filters.remove("res/a");
    expect(filters.add("res/c", 1)).toBe(true);
  });
});
