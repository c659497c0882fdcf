import { expect, test } from "vitest";
import { Hotel } from "./support/hotel.ts";

/** A fleet with one server and two fronts, made as an operator makes it. */
async function twoFronts() {
  const hotel = await Hotel.open();
  const fronts = await Promise.all(
    ["Front 1", "Front 2"].map(async (name) => {
      const front = await hotel.startFront(name);
      return { name, front, url: (await front.ready()).url };
    }),
  );
  const { operator } = hotel;
  return { operator, fronts };
}

test("fronts with nothing but their credentials let one client in for a press, and shut out a key that is revoked", async () => {
  const { operator, fronts } = await twoFronts();
  const pair = async (url: string) => {
    const answer = await fetch(`${url}/api`, { method: "POST", body: '{"device_type":"acme#panel"}' });
    const { data } = (await answer.json()) as { readonly data?: { readonly obj?: { readonly username?: string } } };
    return data?.obj?.username;
  };
  const [first = "", second = ""] = fronts.map(({ url }) => url);
  expect(await pair(first)).toBeUndefined();

  await operator.does("fleet press");
  const key = await pair(first);
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(await pair(second)).toBeUndefined();

  const made = (await operator.does('fleet keys add "acme#made"')).trim();
  for (const { url } of fronts) {
    for (const secret of [key, made]) await expect.poll(() => isKnown(url, secret)).toBe(true);
    expect(await isKnown(url, "somebody-else")).toBe(false);
  }
  expect(JSON.parse(await operator.does("fleet keys --json"))).toHaveLength(2);

  await operator.does('fleet keys revoke "acme#made"');
  for (const { url } of fronts) {
    await expect.poll(() => isKnown(url, made), { interval: 20 }).toBe(false);
    expect(await isKnown(url, key)).toBe(true);
  }
}, 120_000);

test("an operator who signs in at one front is so at the other, also when the first is killed, until the session is ended", async () => {
  const { operator, fronts } = await twoFronts();
  const [first, second] = fronts as [(typeof fronts)[number], (typeof fronts)[number]];
  const { urls } = JSON.parse(await operator.does(`fleet open --url ${first.url} --json`));
  const [, link = ""] = /^http:.*\/#open=([\w-]{43})$/.exec(urls[0]) ?? [];
  const opened = await fetch(`${first.url}/operator/session`, {
    method: "POST",
    headers: { Origin: first.url },
    body: JSON.stringify({ link }),
  });
  const { data } = (await opened.json()) as { readonly data: { readonly obj: { readonly operator_key: string } } };
  const headers = {
    Cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "",
    "operator-key": data.obj.operator_key,
  };
  const isOperator = async (url: string) => {
    const answer = await fetch(`${url}/operator/session`, { headers });
    return ((await answer.json()) as { data: { obj: { is_operator: number } } }).data.obj.is_operator;
  };
  expect(await isOperator(second.url)).toBe(1);
  await first.front.says(/session opened/);
  await first.front.stop("SIGKILL");
  expect(await isOperator(second.url)).toBe(1);
  const asked = await fetch(`${second.url}/operator/command/sessions`, {
    method: "POST",
    headers: { ...headers, Origin: second.url },
  });
  const { result } = JSON.parse(await asked.text());
  expect(result.sessions).toMatchObject([{ isThis: true, address: "127.0.0.1" }]);

  const [session, ...others] = JSON.parse(await operator.does("fleet sessions --json"));
  expect([session.id, others]).toEqual([result.sessions[0].id, []]);
  expect(await operator.does("fleet sessions")).toContain(session.id.slice(0, 8));
  expect(await operator.does(`fleet sessions end ${session.id.slice(0, 8)}`)).toContain("signed out");
  await expect.poll(() => isOperator(second.url), { interval: 20 }).toBe(0);
  expect(await operator.does("fleet sessions")).toContain("luxgate fleet open");
}, 120_000);

test("a browser asks at one front, is allowed by its code on the operator's computer, and another is denied", async () => {
  const { operator, fronts } = await twoFronts();
  const [first, second] = fronts as [(typeof fronts)[number], (typeof fronts)[number]];
  const post = async (url: string, path: string, body: object) => {
    const options = { method: "POST", headers: { Origin: url }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/operator/sign-in${path}`, options);
    return ((await answer.json()) as { readonly data: { readonly obj: Asked } }).data.obj;
  };
  const [ann, eve] = [await post(first.url, "", { name: "Ann's phone" }), await post(first.url, "", { name: "Eve" })];
  expect(await operator.does("fleet operators")).toMatch(RegExp(`${ann.code} +Ann's phone[^]*${eve.code} +Eve`));
  expect(await operator.does(`fleet operators allow ${ann.code}`)).toContain("Ann's phone");
  expect(await operator.does(`fleet operators deny ${eve.code}`)).toContain("refused");
  expect(await operator.types("luxgate fleet operators allow BBBB-BBBB")).toMatchObject({
    status: 1,
    errors: expect.stringContaining("luxgate fleet operators"),
  });
  const result = ({ request_key }: Asked) => post(second.url, "/result", { request_key });
  await expect.poll(() => result(eve), { interval: 20 }).toEqual({ state: "denied" });
  expect(await result(ann)).toMatchObject({ is_operator: 1 });
  expect(await operator.does("fleet sessions")).toContain("Ann's phone");
  await second.front.says(/session of operator “Ann's phone” opened/);
}, 120_000);

interface Asked {
  readonly code: string;
  readonly request_key: string;
}

/** A client with a key learns that there is no such light; others learn nothing. */
async function isKnown(url: string, key = ""): Promise<boolean> {
  const path = "/clip/v2/resource/light/00000000-0000-0000-0000-000000000000";
  const answer = await fetch(url + path, { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' });
  const { code } = (await answer.json()) as { readonly code: number };
  return code !== -401;
}
