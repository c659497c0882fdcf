import type { Rule } from "./rule.ts";

/** What holds for every HTTP answer. */
export const ANSWER_RULES = {
  "http.answers": { source: "spec §4", level: "must", says: "Every GET that the document describes is answered." },
  "http.json": {
    source: "spec §1 rule 1",
    level: "must",
    says: "Every body is JSON in UTF-8, without a byte order mark.",
  },
  "http.media-type": { source: "spec §1 rule 1", level: "should", says: "The Content-Type is application/json." },
  "http.integers": {
    source: "spec §2",
    level: "should",
    says: "Integers are written without a fraction and without an exponent.",
  },
  "http.names": { source: "spec §1 rule 1", level: "should", says: "No object in a body has the same name twice." },
  "http.server-error": {
    source: "spec §4",
    level: "should",
    says: "No GET that the document describes gets HTTP 500 or above.",
  },
  "http.connection": {
    source: "spec §4",
    level: "must",
    says: "A list is the same over a reused connection as over a new one.",
  },
  "read.only": {
    source: "spec §1",
    level: "must",
    says: "A read changes nothing: a list is the same before and after it.",
  },
  "envelope.code": { source: "spec §2.1", level: "must", says: "Every answer has an integer `code`." },
  "envelope.msg": { source: "spec §2.1", level: "must", says: "Every answer has a text `msg`." },
  "envelope.data": {
    source: "spec §2.1",
    level: "must",
    says: "Every answer, including a refusal, is an object with an object `data`.",
  },
  "success.status": {
    source: "spec §7 rule 1",
    level: "must",
    says: "A successful read has HTTP status 200, and no other status has code 0.",
  },
  "success.code": { source: "spec §7 rule 1", level: "must", says: "A successful read has code 0." },
  "success.msg": { source: "spec §7 rule 1", level: "must", says: "An answer with code 0 has the message `success`." },
  "list.arr": { source: "spec §2.1", level: "must", says: "A list has its resources in the array `arr`." },
  "list.obj": { source: "spec §2.1", level: "must", says: "Where a list has `obj`, it is an empty object." },
  "list.len": {
    source: "spec §2.1",
    level: "must",
    says: "Where an answer has `len`, it is the number of items in `arr`.",
  },
  "list.layout": {
    source: "G9",
    level: "should",
    says: "Lists have `arr`, `len` and `obj`; the list of devices has no `len`.",
  },
  "list.order": { source: "G69", level: "should", says: "A list returns its items in the same order at each read." },
  "list.steady": {
    source: "spec §4.1, §4.3, §4.5, §4.7, §4.8",
    level: "must",
    says: "A list contains every resource at each read: none is missing once and back the next time.",
  },
  "list.complete": {
    source: "spec §4.1, §4.3, §4.5, §4.7, §4.8",
    level: "must",
    says: "A list contains every resource of its kind that can be read.",
  },
  "one.obj": { source: "spec §2.1", level: "must", says: "A read of one resource returns it in the object `obj`." },
  "one.arr": {
    source: "spec §2.1",
    level: "must",
    says: "Where a read of one light or sync box has `arr`, it is empty.",
  },
  "one.layout": {
    source: "G9",
    level: "should",
    says: "A read of one light, sync box or scene has `obj` and `arr`; a read of one device or room has only `obj`.",
  },
} as const satisfies Record<string, Rule>;
