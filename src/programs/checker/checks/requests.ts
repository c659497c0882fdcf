import { gunzipSync } from "node:zlib";
import { codeOf, outcomeOf } from "../answer.ts";
import type { Home } from "../home.ts";
import { shown } from "../report/shown.ts";
import { KINDS, type Kind } from "../resources.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { expectSameList } from "./compared-lists.ts";
import { LISTS } from "./lists.ts";
import { checkOne } from "./one-resource.ts";

const { path: LIGHTS } = LISTS.light;
const { path: DEVICES } = LISTS.device;

/** Checks ways to ask that are not in the document. */
export async function checkRequests(session: Session, home: Home): Promise<void> {
  await checkUnknownParameters(session, home);
  await checkMalformed(session);
  await checkPaths(session);
  await checkMethods(session);
  await checkTags(session);
  await checkPacking(session);
  await checkPicture(session, home);
}

const UNKNOWN_PARAMETER = "luxgate_check=1";

/** On every list, and an extension of the list on one device. */
async function checkUnknownParameters(session: Session, home: Home): Promise<void> {
  for (const kind of KINDS)
    await expectSameList<Kind>(session, {
      rule: "query.unknown",
      kind,
      plain: home[kind],
      asking: { query: UNKNOWN_PARAMETER },
      expected: `every ${kind}, as without it`,
    });
  const [device] = home.device.sound;
  if (device) await checkOne(session, "device", device, { rule: "query.unknown", query: "ext_light=1" });
}

async function checkMalformed(session: Session): Promise<void> {
  const answer = await session.ask(`${DEVICES}?join_status=perhaps`);
  const isRefused = Number.isInteger(codeOf(answer)) && codeOf(answer) !== 0;
  session.expect("query.malformed", isRefused, {
    where: answer.request,
    expected: "a code other than 0",
    found: outcomeOf(answer),
  });
}

/** Every answer has the envelope, also that of a path which leads nowhere. */
async function checkPaths(session: Session): Promise<void> {
  await session.ask("/clip/v2/resource/luxgate_check");
  const paths = [
    ["path.version", "/clip/v1/resource/device"],
    ["path.label", "/use_udp_broadcast_to_find_gateway"],
  ] as const;
  for (const [rule, path] of paths) {
    const { request: where, status } = await session.askPlainly(path);
    session.expect(rule, status === 404, { where, expected: "HTTP 404", found: `HTTP ${status}` });
  }
}

async function checkMethods(session: Session): Promise<void> {
  const head = await session.askPlainly(LIGHTS, { method: "HEAD" });
  const isEmpty = head.status === 200 && head.body.byteLength === 0;
  session.expect("method.head", isEmpty, { where: head.request, expected: "HTTP 200", found: `HTTP ${head.status}` });
  const options = await session.askPlainly(LIGHTS, { method: "OPTIONS" });
  const { allow } = options.headers;
  session.expect("method.options", options.status === 200 && allow?.includes("GET") === true, {
    where: options.request,
    expected: "HTTP 200 with GET in Allow",
    found: `HTTP ${options.status}, Allow: ${shown(allow)}`,
  });
}

async function checkTags(session: Session): Promise<void> {
  const { request: where, headers } = await session.ask(DEVICES);
  const { etag } = headers;
  session.expect("cache.etag", etag !== undefined, { where, expected: "an ETag", found: "none" });
  if (etag === undefined) return;
  await session.expectSteadily("cache.not-modified", async () => {
    const tag = String((await session.ask(DEVICES)).headers.etag);
    const { status, body } = await session.askPlainly(DEVICES, { headers: { "if-none-match": tag } });
    if (status === 304 && body.byteLength === 0) return undefined;
    return { where: `${where}, If-None-Match: ${tag}`, expected: "HTTP 304", found: `HTTP ${status}` };
  });
}

const WORTH_PACKING_BYTES = 4096;

async function checkPacking(session: Session): Promise<void> {
  const plain = await session.ask(DEVICES);
  if (plain.body.byteLength < WORTH_PACKING_BYTES) return;
  await session.expectSteadily("cache.gzip", async () => {
    const { body } = await session.ask(DEVICES);
    const packed = await session.askPlainly(DEVICES, { headers: { "accept-encoding": "gzip" } });
    const { "content-encoding": encoding = "none" } = packed.headers;
    const where = `GET ${DEVICES}, Accept-Encoding: gzip`;
    if (encoding !== "gzip") return { where, expected: "Content-Encoding: gzip", found: encoding };
    const unpacked = unpack(packed.body);
    return unpacked && Buffer.compare(unpacked, body) === 0
      ? undefined
      : { where, expected: "the same answer, compressed", found: unpacked ? "something else" : "no gzip" };
  });
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

/** Sent to the gateway itself only, never to other hosts. */
async function checkPicture(session: Session, { scene }: Home): Promise<void> {
  const { reader } = session;
  const url = scene.sound
    .flatMap(({ picture_url }) => (URL.canParse(picture_url) ? [new URL(picture_url)] : []))
    .find(({ origin }) => origin === reader.url.origin);
  if (!url) return;
  await expectImage(session, "picture.served", `${url.pathname}${url.search}`);
  const start = url.pathname.lastIndexOf("/") + 1;
  const [folder, name] = [url.pathname.slice(0, start), url.pathname.slice(start)];
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  if (other !== name) await expectImage(session, "picture.any-case", `${folder}${other}${url.search}`);
}

async function expectImage(session: Session, rule: RuleId, target: string): Promise<void> {
  const { request: where, status, headers } = await session.askPlainly(target);
  const isImage = headers["content-type"]?.startsWith("image/") === true;
  session.expect(rule, status === 200 && isImage, {
    where,
    expected: "HTTP 200 and an image",
    found: `HTTP ${status}, ${shown(headers["content-type"])}`,
  });
}
