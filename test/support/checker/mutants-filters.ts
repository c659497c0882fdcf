import type { Wire } from "../http/http-client.ts";
import {
  asking,
  ignoring,
  inEvery,
  inSuccess,
  isList,
  type Mutant,
  NOBODY,
  type RelayedRequest,
  refusing,
} from "./mutant.ts";

const withQuery = (asked: RelayedRequest, query: Record<string, string>): RelayedRequest => ({
  ...asked,
  query: new URLSearchParams(query),
});

/** Gateways that filter devices wrongly. */
export const BROKEN_FILTERS: readonly Mutant[] = [
  { rule: "filter.cat1-id", does: "ignores `cat1_id`", breakage: () => ignoring("device", "cat1_id") },
  {
    rule: "filter.cat1-id",
    does: "reads only the first of several categories",
    breakage: asking("device", (query) => query.get("cat1_id")?.includes(",") && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.cat1-id",
    does: "finds gateways and lamps only",
    breakage: asking("device", (query) => query.get("cat1_id") === "3" && query.set("cat1_id", "99")),
  },
  {
    rule: "filter.cat1-id",
    does: "shows every device as offline when it filters them",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.get("cat1_id") === "2") for (const device of data.arr) device.online = 0;
      }),
  },
  {
    rule: "filter.cat1-id",
    does: "reads two categories at most",
    breakage: asking("device", (query) => {
      const [one, two, ...more] = query.get("cat1_id")?.split(",") ?? [];
      if (more.length > 0) query.set("cat1_id", `${one},${two}`);
    }),
  },
  {
    rule: "filter.cat1-id",
    does: "reads the category 12 as 1 and 2",
    breakage: asking("device", (query) => query.get("cat1_id") === "12" && query.set("cat1_id", "1,2")),
  },
  {
    rule: "filter.cat1-id",
    does: "reads only the first digit of a category",
    breakage: asking("device", (query) => query.get("cat1_id") === "20" && query.set("cat1_id", "2")),
  },
  {
    rule: "filter.cat1-id",
    does: "finds nothing if one of the categories does not exist",
    breakage: asking("device", (query) => query.get("cat1_id")?.includes(",99") && query.set("cat1_id", "99")),
  },
  {
    rule: "id.unique",
    does: "lists a device twice for a category that is given twice",
    breakage: () =>
      inSuccess(
        isList("device"),
        ({ data }, { query }) => query.get("cat1_id") === "2,2" && data.arr.push(...data.arr),
      ),
  },
  {
    rule: "filter.cat1-id-not",
    does: "cannot exclude accessories",
    breakage: asking("device", (query) => {
      const value = query.get("cat1_id_not");
      if (value) query.set("cat1_id_not", value.replace(/,?4/, ""));
    }),
  },
  {
    rule: "filter.cat1-id-not",
    does: "lists nothing if an excluded category does not exist",
    breakage: asking("device", (query) => query.get("cat1_id_not") === "99" && query.set("cat1_id", "99")),
  },
  { rule: "filter.cat1-id-not", does: "ignores `cat1_id_not`", breakage: () => ignoring("device", "cat1_id_not") },
  {
    rule: "filter.cat1-id-not",
    does: "treats `cat1_id_not` as `cat1_id`",
    breakage: asking("device", (query) => {
      const value = query.get("cat1_id_not");
      query.delete("cat1_id_not");
      if (value) query.set("cat1_id", value);
    }),
  },
  { rule: "filter.room", does: "ignores `room_uuid`", breakage: () => ignoring("device", "room_uuid") },
  {
    rule: "filter.room",
    does: "finds the lamps of a room only",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.has("room_uuid")) data.arr = data.arr.filter(({ product }: Wire) => product.cat1_id === 2);
      }),
  },
  {
    rule: "filter.room",
    does: "finds nothing in the whole house",
    breakage: () => {
      let wholeHouse = "";
      return {
        asked: (asked) =>
          asked.query.get("room_uuid") === wholeHouse ? withQuery(asked, { room_uuid: NOBODY }) : asked,
        ...inEvery("room", (room) => {
          if (room.room_kind === 1) wholeHouse = room.id;
        }),
      };
    },
  },
  {
    rule: "filter.room",
    does: "lists every device of the unassigned room",
    breakage: () => {
      let unassigned = "";
      return {
        asked: (asked) => (asked.query.get("room_uuid") === unassigned ? withQuery(asked, {}) : asked),
        ...inEvery("room", (room) => {
          if (room.room_kind === 2) unassigned = room.id;
        }),
      };
    },
  },
  {
    rule: "filter.room",
    does: "lists every device for a room that does not exist",
    breakage: asking("device", (query) => query.get("room_uuid")?.endsWith("DEAD") && query.delete("room_uuid")),
  },
  {
    rule: "filter.any-case",
    does: "finds no devices by a room in lower case",
    breakage: refusing(
      ({ path, query }) => path.endsWith("/device") && /[a-f]/.test(query.get("room_uuid") ?? ""),
      404,
    ),
  },
  { rule: "filter.sn", does: "ignores `sn`", breakage: () => ignoring("device", "sn") },
  { rule: "filter.joined", does: "ignores `join_status`", breakage: () => ignoring("device", "join_status") },
  {
    rule: "filter.joined",
    does: "filters on `online` instead of `join_status`",
    breakage: () =>
      inSuccess(isList("device"), ({ data }, { query }) => {
        if (query.get("join_status") === "1") data.arr = data.arr.filter(({ online }: Wire) => online === 1);
      }),
  },
  {
    rule: "filter.join-status",
    does: "takes `join_status=0` for no filter",
    breakage: asking("device", (query) => query.get("join_status") === "0" && query.delete("join_status")),
  },
  {
    rule: "filter.join-status",
    does: "takes `join_status` the wrong way round",
    breakage: asking(
      "device",
      (query) => query.has("join_status") && query.set("join_status", query.get("join_status") === "1" ? "0" : "1"),
    ),
  },
  {
    rule: "filter.together",
    does: "looks at the last filter only",
    breakage: asking("device", (query) => query.has("cat1_id") && query.has("join_status") && query.delete("cat1_id")),
  },
  {
    rule: "filter.together",
    does: "excludes no category if another is included",
    breakage: asking("device", (query) => query.has("cat1_id") && query.delete("cat1_id_not")),
  },
  {
    rule: "filter.together",
    does: "looks at nothing but the room if one is given",
    breakage: asking("device", (query) => query.has("room_uuid") && query.delete("cat1_id_not")),
  },
  {
    rule: "filter.together",
    does: "does not look at `join_status` if a category is excluded",
    breakage: asking("device", (query) => query.has("cat1_id_not") && query.delete("join_status")),
  },
  {
    rule: "filter.repeated",
    does: "looks at the first of several values only",
    breakage: asking("device", (query) => query.getAll("cat1_id").length > 1 && query.set("cat1_id", "1")),
  },
  {
    rule: "filter.nothing",
    does: "refuses a category that does not exist with HTTP 400",
    breakage: refusing(({ query }) => query.get("cat1_id") === "20", 400),
  },
  {
    rule: "filter.unknown-room",
    does: "answers a filter by an unknown room with HTTP 404",
    breakage: refusing(
      ({ path, query }) => path.endsWith("/device") && query.get("room_uuid")?.endsWith("DEAD") === true,
      404,
    ),
  },
];
