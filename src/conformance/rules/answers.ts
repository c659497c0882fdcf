import type { Rule } from "./rule.ts";

/** What holds for every HTTP answer. */
export const ANSWER_RULES = {
  "http.answers": { source: "spec §4", level: "must", says: "Every request is answered." },
  "http.json": { source: "spec §1 rule 1", level: "must", says: "Every body is JSON in UTF-8." },
  "http.media-type": { source: "spec §1 rule 1", level: "should", says: "Content-Type says application/json." },
  "envelope.code": { source: "spec §2.1", level: "must", says: "Every answer has an integer `code`." },
  "envelope.msg": { source: "spec §2.1", level: "must", says: "Every answer has a text `msg`." },
  "envelope.data": { source: "spec §2.1", level: "must", says: "Every answer has an object `data`, refusals too." },
  "success.status": { source: "spec §7 rule 1", level: "must", says: "A read that succeeds has HTTP status 200." },
  "success.code": { source: "spec §7 rule 1", level: "must", says: "A read that succeeds has code 0." },
  "success.msg": { source: "spec §7 rule 1", level: "must", says: "A read that succeeds has the message `success`." },
  "list.arr": { source: "spec §2.1", level: "must", says: "A list holds its resources in the array `arr`." },
  "list.obj": { source: "spec §2.1", level: "must", says: "Where a list has `obj`, it is an empty object." },
  "list.len": { source: "spec §2.1", level: "must", says: "Where a list has `len`, it counts the items of `arr`." },
  "list.layout": {
    source: "G9",
    level: "should",
    says: "Lists hold `arr`, `len` and `obj`; the list of devices has no `len`.",
  },
  "one.obj": { source: "spec §2.1", level: "must", says: "A read of one resource holds it in the object `obj`." },
  "one.arr": {
    source: "spec §2.1",
    level: "must",
    says: "Where a read of one light or sync box has `arr`, it is empty.",
  },
  "one.layout": {
    source: "G9",
    level: "should",
    says: "One light, sync box or scene comes as `obj` and `arr`, one device or room as `obj` alone.",
  },
} as const satisfies Record<string, Rule>;
