import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allAtOnce } from "../../../shared/steps.ts";
import { idFrom } from "../../home/model/ids.ts";
import { listFrame } from "./body.ts";
import { type Page, paged } from "./pages.ts";

interface Thing {
  readonly id: ReturnType<typeof idFrom<never>>;
  readonly text: string | undefined;
}

const thing = (number: number, text: string | undefined = `"${number}"`): Thing => ({ id: idFrom(`${number}`), text });
const things = (count: number): readonly Thing[] => Array.from({ length: count }, (_, number) => thing(number));

const PLAINLY = { dependencies: () => [], present: ({ text }: Thing) => text };
const pagesOf = (listed: readonly Thing[], former: readonly Page[] = []) => allAtOnce(paged(listed, PLAINLY)(former));
const itemsIn = (pages: readonly Page[]) => {
  const { begin, end } = listFrame("arr+len");
  const count = pages.reduce((sum, page) => sum + page.count, 0);
  return JSON.parse(Buffer.concat([begin, ...pages.map(({ bytes }) => bytes), end(count)]).toString()).data;
};
const remade = (pages: readonly Page[], former: readonly Page[]) => pages.filter((page) => !former.includes(page));

/** Another value at a place of a list. */
const withOther = (listed: readonly Thing[], at: number, text: string | undefined): readonly Thing[] =>
  listed.map((one, index) => (index === at ? { ...one, text } : one));

describe("a list in pages", () => {
  test("of nothing is an empty list", () => {
    expect(itemsIn(pagesOf([]))).toEqual({ arr: [], len: 0, obj: {} });
  });

  test("is made again only in the page that holds what has changed", () => {
    const listed = things(1_000);
    const former = pagesOf(listed);
    const pages = pagesOf(withOther(listed, 500, '"other"'), former);
    expect(remade(pages, former)).toHaveLength(1);
    expect(itemsIn(pages).arr[500]).toBe("other");
  });

  test.each([
    ["comes first", 0],
    ["comes in the middle", 500],
    ["comes last", 1_000],
  ])("is made again in two pages at the most when something %s", (_, at) => {
    const listed = things(1_000);
    const former = pagesOf(listed);
    const pages = pagesOf([...listed.slice(0, at), thing(5_000), ...listed.slice(at)], former);
    expect(remade(pages, former).length).toBeLessThanOrEqual(2);
    expect(itemsIn(pages).len).toBe(1_001);
  });

  test.each([0, 31, 32, 500, 999])("is made again in two pages at the most when number %i goes", (at) => {
    const listed = things(1_000);
    const former = pagesOf(listed);
    const pages = pagesOf(
      listed.filter((_, index) => index !== at),
      former,
    );
    expect(remade(pages, former).length).toBeLessThanOrEqual(2);
    expect(itemsIn(pages).len).toBe(999);
  });

  test("is made again where something that it depends on has changed", () => {
    const listed = things(200);
    let room = "hall";
    const presenter = { dependencies: ({ id }: Thing) => (id === "70" ? [room] : []), present: () => `"${room}"` };
    const pagesNow = (known: readonly Page[]) => allAtOnce(paged(listed, presenter)(known));
    const former = pagesNow([]);
    room = "kitchen";
    const pages = pagesNow(former);
    expect(remade(pages, former)).toHaveLength(1);
    expect(pagesNow(pages)).toEqual(pages);
    expect(remade(pagesNow(pages), pages)).toEqual([]);
  });

  test("takes the JSON of before for what has not changed, also beside what no read shows", () => {
    const listed = withOther(things(1_000), 501, undefined);
    const presented: string[] = [];
    const present = ({ text }: Thing) => {
      if (text !== undefined) presented.push(text);
      return text;
    };
    const presenter = { ...PLAINLY, present };
    const former = allAtOnce(paged(listed, presenter)([]));
    presented.splice(0);
    const pages = allAtOnce(paged(withOther(listed, 500, '"ünlike"'), presenter)(former));
    expect(presented).toEqual(['"ünlike"']);
    expect(itemsIn(pages).arr.slice(498, 503)).toEqual(["498", "499", "ünlike", "502", "503"]);
  });

  test("leaves out what no read shows, a whole page of it too", () => {
    const hidden = things(300).map((one, index) => (index < 130 || index === 299 ? { ...one, text: undefined } : one));
    expect(itemsIn(pagesOf(hidden))).toMatchObject({ len: 169 });
    expect(itemsIn(pagesOf(hidden)).arr[0]).toBe("130");
  });

  test("is the list that it would be from nothing, whatever came, went, changed or was hidden before", () => {
    const step = fc.record({
      what: fc.constantFrom("come", "go", "change", "hide"),
      at: fc.nat(400),
      number: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.nat(300), fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 12 }), (count, rounds) => {
        let listed = things(count);
        let pages = pagesOf(listed);
        for (const round of rounds) {
          for (const { what, at, number } of round) listed = stepped(listed, what, at, number);
          pages = pagesOf(listed, pages);
          const shown = listed.flatMap(({ text }) => (text === undefined ? [] : [JSON.parse(text)]));
          expect(itemsIn(pages)).toEqual({ arr: shown, len: shown.length, obj: {} });
        }
      }),
    );
  });
});

function stepped(listed: readonly Thing[], what: string, at: number, number: number): readonly Thing[] {
  const place = listed.length === 0 ? 0 : at % listed.length;
  if (what === "go") return listed.filter((_, index) => index !== place);
  if (what === "change") return withOther(listed, place, `"other ${number}"`);
  if (what === "hide") return withOther(listed, place, undefined);
  const isThere = listed.some(({ id }) => id === String(number));
  return isThere ? listed : [...listed.slice(0, place), thing(number), ...listed.slice(place)];
}
