import type { WireDevice } from "../../../core/contract/device.ts";
import type { RuleId } from "../rules.ts";
import type { Session } from "../session.ts";
import { NOBODY } from "./single-reads.ts";

export type IsListed = (device: WireDevice) => boolean;

export interface Filter {
  readonly rule: RuleId;
  readonly query: string;
  readonly expected: string;
  readonly isListed: IsListed;
  /** The same by a new read, where it rests on what may change meanwhile; undefined where there is nothing to judge by. */
  readonly renewed?: (session: Session) => Promise<IsListed | undefined>;
  /** What a refusal breaks instead of the rule: the document does not say which values are accepted. */
  readonly refusalBreaks?: RuleId | "none";
}

const nothing = () => false;
export const isIn =
  (...categories: readonly number[]) =>
  ({ product }: WireDevice): boolean =>
    categories.includes(product.cat1_id);

const CATEGORIES = [1, 2, 3, 4];

export const included = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id",
  query: `cat1_id=${query}`,
  expected: categories.length === 0 ? "no device" : `devices with cat1_id ${categories.join(" or ")}`,
  isListed: isIn(...categories),
});

export const excluded = (query: string, ...categories: readonly number[]): Filter => ({
  rule: "filter.cat1-id-not",
  query: `cat1_id_not=${query}`,
  expected: `devices without cat1_id ${categories.join(" or ")}`,
  isListed: (device) => !isIn(...categories)(device),
});

/** The filters that every home has devices for; 12, 20 and 99 are no categories. */
export const FILTERS: readonly Filter[] = [
  ...CATEGORIES.map((category) => included(`${category}`, category)),
  included("4,3,2,1", 1, 2, 3, 4),
  included("3,1", 1, 3),
  included("2%2C3", 2, 3),
  { ...included("2,2", 2), refusalBreaks: "none" },
  { ...included("12"), refusalBreaks: "filter.nothing" },
  { ...included("20"), refusalBreaks: "filter.nothing" },
  { ...included("2,99", 2), refusalBreaks: "filter.nothing" },
  excluded("2", 2),
  excluded("1,4", 1, 4),
  excluded("3%2C1", 1, 3),
  { ...excluded("99", 99), refusalBreaks: "filter.nothing" },
  {
    rule: "filter.room",
    query: `room_uuid=${NOBODY}`,
    expected: "no device",
    isListed: nothing,
    refusalBreaks: "filter.unknown-room",
  },
  {
    rule: "filter.sn",
    query: "sn=no-device-has-this-serial-number",
    expected: "no device",
    isListed: nothing,
    refusalBreaks: "none",
  },
];

/** What the document does not describe. */
export const HABITS: readonly Filter[] = [
  { rule: "filter.repeated", query: "cat1_id=1&cat1_id=2", expected: "gateways and lights", isListed: isIn(1, 2) },
  { rule: "query.empty", query: "cat1_id=&join_status=", expected: "every device", isListed: () => true },
];

export const JOINED = {
  rule: "filter.join-status",
  expected: "devices with join_status 1",
  isListed: ({ join_status }: WireDevice): boolean => join_status === 1,
} as const;

export const together = (one: Filter, other: Filter): Filter => ({
  rule: "filter.together",
  query: `${one.query}&${other.query}`,
  expected: `${one.expected}, and of these ${other.expected}`,
  isListed: (device) => one.isListed(device) && other.isListed(device),
  ...(one.renewed ? { renewed: renewedWith(one.renewed, other.isListed) } : {}),
});

const renewedWith =
  (renewed: NonNullable<Filter["renewed"]>, isAlso: IsListed): NonNullable<Filter["renewed"]> =>
  async (session) => {
    const isListed = await renewed(session);
    return isListed && ((device) => isListed(device) && isAlso(device));
  };
