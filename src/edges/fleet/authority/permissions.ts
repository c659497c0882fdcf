import type { UserPermissionsLimits } from "@nats-io/jwt";
import { commandSubject, entrySubject, FLEET_BUCKET, inboxOf, KEYS_BUCKET, putSubject, streamOf } from "../subjects.ts";

/** What holders of credentials do in a fleet. A gateway behind a leaf node shares its credentials with the leaf node. */
export const ROLES = ["gateway", "leaf", "front", "command", "system"] as const;
export type Role = (typeof ROLES)[number];

type Template = Partial<UserPermissionsLimits>;

/** The server puts the name in a user's credentials here: one template is for all of them. */
const NAME = "{{name()}}";

const NANOS_PER_SECOND = 1e9;
/** Longer than a gateway takes for an answer. */
const ANSWER_SECONDS = 30;

/** A part of a picture in base64, and what is around it. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** The inbox, one subject of commands, and room for the second while a connection is renewed. */
const GATEWAY_SUBSCRIPTIONS = 8;

/** Kinds of entries in the bucket of keys that fronts write: the rest is written by the operator's commands. */
const WRITTEN_BY_FRONTS = ["key.*", "press", "session.*", "link.*", "request.*"] as const;

const BUCKETS = [FLEET_BUCKET, KEYS_BUCKET] as const;

/** Where answers to commands go: it ends with random letters, and nobody but the server may listen there. */
const ANSWERS = "_R_.>";

const OWN_INBOX = { allow: [`${inboxOf(NAME)}.>`], deny: [] };
const UNLIMITED = { subs: -1, data: -1, payload: -1, allowed_connection_types: ["STANDARD"] } satisfies Template;

const GATEWAY = {
  pub: { allow: [putSubject(NAME, ">")], deny: [] },
  sub: { allow: [`${inboxOf(NAME)}.>`, commandSubject(NAME)], deny: [] },
  resp: { max: 1, ttl: ANSWER_SECONDS * NANOS_PER_SECOND },
  subs: GATEWAY_SUBSCRIPTIONS,
  data: -1,
  payload: MAX_PAYLOAD_BYTES,
  allowed_connection_types: ["STANDARD"],
} satisfies Template;

/**
 * What the holders of each kind of credentials may do. The server checks the subject of a message, never its reply subject:
 * whoever may read in the account of the buckets can have the server send what it reads to any subject there. So the lists of
 * fronts and operators prevent mistakes; only the account of its own, in which it reads nothing, confines a gateway.
 */
export const TEMPLATES: Readonly<Record<Role, Template>> = {
  gateway: GATEWAY,
  leaf: {
    ...GATEWAY,
    // A leaf node knows lists of subjects only, and sends no answer that is not in one.
    pub: { allow: [...GATEWAY.pub.allow, ANSWERS], deny: [] },
    allowed_connection_types: ["STANDARD", "LEAFNODE"],
  },
  front: {
    pub: {
      allow: [
        commandSubject("*"),
        ...BUCKETS.flatMap(readingSubjects),
        ...WRITTEN_BY_FRONTS.map((key) => entrySubject(KEYS_BUCKET, key)),
      ],
      deny: [],
    },
    sub: OWN_INBOX,
    ...UNLIMITED,
  },
  command: {
    pub: {
      allow: [
        commandSubject("*"),
        "$JS.API.>",
        "$JS.FC.>",
        ...BUCKETS.map((bucket) => entrySubject(bucket, ">")),
        ...BUCKETS.map((bucket) => `$JS.SNAPSHOT.ACK.${streamOf(bucket)}.>`),
      ],
      deny: [],
    },
    sub: OWN_INBOX,
    ...UNLIMITED,
  },
  system: {
    pub: { allow: ["$SYS.REQ.CLAIMS.UPDATE", "$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP", "$SYS.REQ.SERVER.PING"], deny: [] },
    sub: OWN_INBOX,
    ...UNLIMITED,
  },
};

/** Where somebody asks who reads a bucket: with consumers that are made for one filter each, and entry by entry. */
function readingSubjects(bucket: string): readonly string[] {
  const stream = streamOf(bucket);
  const entries = entrySubject(bucket, ">");
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.*.${entries}`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.DELETE.${stream}.*`,
    `$JS.API.DIRECT.GET.${stream}.${entries}`,
    `$JS.FC.${stream}.>`,
  ];
}
