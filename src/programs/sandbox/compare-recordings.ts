import { isRead, type RecordedRequest } from "./recording.ts";

/** More of them are mostly consequences of the first. */
const MOST_SHOWN = 20;
/** How far one side may be ahead of the other. */
const MOST_AHEAD = 100;

export interface CompareOptions {
  /** For clients that send requests in parallel: each may be anywhere, and equal reads count once. */
  readonly anyOrder: boolean;
}

type Requests = readonly RecordedRequest[];

/** What differs between what was recorded before and what a client did now: nothing if it did the same. */
export function differences(before: Requests, now: Requests, { anyOrder }: CompareOptions): readonly string[] {
  const lines = anyOrder ? [...inAnyOrder(before, now)] : [...orderWords(before, now), ...inOrder(before, now)];
  if (lines.length <= MOST_SHOWN) return lines;
  return [...lines.slice(0, MOST_SHOWN), `and ${lines.length - MOST_SHOWN} more differences`];
}

/** Both from the start; where they differ, up to the next request that both have. */
function* inOrder(before: Requests, now: Requests): Generator<string> {
  let [at, done] = [0, 0];
  while (at < before.length || done < now.length) {
    const [recorded, was] = [before[at], now[done]];
    const place = (index: number) => `request ${index + 1}`;
    if (recorded && was && recorded.request === was.request) {
      yield* changes(place(at), recorded, was);
      at += 1;
      done += 1;
      continue;
    }
    const { missing, extra } = untilBoth(before.slice(at, at + MOST_AHEAD), now.slice(done, done + MOST_AHEAD));
    for (const [index, request] of missing.entries()) yield `${place(at + index)}: missing: ${wordsFor(request)}`;
    for (const [index, request] of extra.entries())
      yield `${place(done + index)}: not in the recording: ${wordsFor(request)}`;
    at += missing.length;
    done += extra.length;
  }
}

/** The fewest requests that one side has and the other has not, before one that both have; all if there is none. */
function untilBoth(before: Requests, now: Requests): { readonly missing: Requests; readonly extra: Requests } {
  const texts = now.map(textOf);
  const nearest = before
    .map((request, missing) => ({ missing, extra: texts.indexOf(textOf(request)) }))
    .filter(({ extra }) => extra >= 0)
    .reduce((best, one) => (one.missing + one.extra < best.missing + best.extra ? one : best), {
      missing: before.length,
      extra: now.length,
    });
  return { missing: before.slice(0, nearest.missing), extra: now.slice(0, nearest.extra) };
}

function* inAnyOrder(before: Requests, now: Requests): Generator<string> {
  const extra = without(now, before);
  for (const recorded of without(before, now)) {
    const was = extra.findIndex(({ request }) => request === recorded.request);
    const [changed] = was < 0 ? [] : extra.splice(was, 1);
    if (changed) yield* changes("changed", recorded, changed);
    else yield `missing: ${wordsFor(recorded)}`;
  }
  for (const request of extra) yield `not in the recording: ${wordsFor(request)}`;
}

/** Those that the others have not, or not as often; equal reads count once. */
function without(requests: Requests, others: Requests): RecordedRequest[] {
  const counts = new Map<string, number>();
  const count = (request: RecordedRequest, more: number): number => {
    const before = counts.get(textOf(request)) ?? 0;
    counts.set(textOf(request), isRead(request) ? Number.POSITIVE_INFINITY : before + more);
    return before;
  };
  for (const other of others) count(other, 1);
  return requests.filter((request) => count(request, -1) <= 0);
}

const sortedTexts = (requests: Requests): string => JSON.stringify(requests.map(textOf).sort());

function orderWords(before: Requests, now: Requests): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(now) || sortedTexts(before) !== sortedTexts(now)) return [];
  return ["The same requests came in another order. If the client sends them in parallel, compare with --any-order."];
}

/** What differs between two of the same method and path. */
function* changes(place: string, recorded: RecordedRequest, was: RecordedRequest): Generator<string> {
  const fields = [
    ["body", bodyWords(recorded), bodyWords(was)],
    ["key", keyWords(recorded), keyWords(was)],
    ["status", statusWords(recorded), statusWords(was)],
  ] as const;
  for (const [field, before, now] of fields)
    if (before !== now) yield `${place}: ${recorded.request}: ${field}: recorded ${before}, but was ${now}`;
}

const bodyWords = ({ body }: RecordedRequest): string => (body === undefined ? "no body" : JSON.stringify(body));
const keyWords = ({ key }: RecordedRequest): string => (key ? "with a key" : "without a key");
const statusWords = ({ status }: RecordedRequest): string => (status === null ? "no answer" : `${status}`);

function wordsFor(request: RecordedRequest): string {
  const body = request.body === undefined ? "" : ` ${bodyWords(request)}`;
  return `${request.request}${body}, ${keyWords(request)}, status ${statusWords(request)}`;
}

/** Keys of objects are sorted when they are recorded, so the same requests have the same text. */
const textOf = ({ request, key, body, status }: RecordedRequest): string =>
  JSON.stringify([request, key, body, status]);
