import { answering, ignoring, inEvery, isList, type Mutant, NOBODY, type RelayedRequest, refusing } from "./mutant.ts";

const isSceneFilter = ({ method, path, body }: RelayedRequest): boolean =>
  method === "GET" && path.endsWith("/scene") && body.includes("room_uuid");

const sceneFilter = (room: string): string => JSON.stringify({ room_uuid: room });

/** Gateways that filter scenes wrongly. */
export const BROKEN_SCENE_FILTERS: readonly Mutant[] = [
  {
    rule: "filter.any-case",
    does: "finds no scenes by a room in lower case",
    breakage: refusing((asked) => isSceneFilter(asked) && /"[0-9a-f-]{36}"/.test(asked.body), 404),
  },
  {
    rule: "scene.filter",
    does: "ignores the body of a GET",
    breakage: () => ({ asked: (asked) => ({ ...asked, body: isSceneFilter(asked) ? "" : asked.body }) }),
  },
  {
    rule: "scene.filter",
    does: "refuses a filter in the body",
    breakage: refusing(isSceneFilter, 400),
  },
  {
    rule: "scene.filter",
    does: "finds the scenes of every room",
    breakage: () => ({
      asked: (asked) => (asked.body.includes("DEAD") || !isSceneFilter(asked) ? asked : { ...asked, body: "" }),
    }),
  },
  {
    rule: "scene.filter",
    does: "finds no scenes by a body with spaces",
    breakage: () => ({
      asked: (asked) =>
        isSceneFilter(asked) && /\s/.test(asked.body) ? { ...asked, body: sceneFilter(NOBODY) } : asked,
    }),
  },
  ...Object.entries({
    "only if it has spaces": (asked: RelayedRequest) => !/\s/.test(asked.body),
    "only without escapes": (asked: RelayedRequest) => asked.body.includes("\\u"),
    "only if its length is given": (asked: RelayedRequest) => asked.headers["transfer-encoding"] !== undefined,
    "only if its Content-Type names no character set": (asked: RelayedRequest) =>
      asked.headers["content-type"]?.includes("charset") === true,
  }).map(
    ([when, isIgnored]): Mutant => ({
      rule: "scene.filter",
      does: `filters scenes by the body ${when}`,
      breakage: () => ({
        asked: (asked) => (isSceneFilter(asked) && isIgnored(asked) ? { ...asked, body: "" } : asked),
      }),
    }),
  ),
  {
    rule: "scene.filter",
    does: "lists every scene of the unassigned room, and of rooms that do not exist",
    breakage: () => {
      let unassigned = "DEAD";
      return {
        asked: (asked) =>
          isSceneFilter(asked) && [unassigned, "DEAD"].some((id) => asked.body.includes(id))
            ? { ...asked, body: "" }
            : asked,
        ...inEvery("room", (room) => {
          if (room.room_kind === 2) unassigned = room.id;
        }),
      };
    },
  },
  {
    rule: "scene.filter",
    does: "answers HTTP 404 for a room without scenes",
    breakage: () =>
      answering((asked, { body }) => isSceneFilter(asked) && body.includes('"arr":[]'), {
        status: 404,
        code: -1,
        msg: "not found",
      }),
  },
  {
    rule: "scene.filter",
    does: "finds one scene of some room in the whole house",
    breakage: () => {
      let wholeHouse = "none";
      return {
        asked: (asked) => (asked.body.includes(wholeHouse) ? { ...asked, body: "" } : asked),
        given: (given, asked) => {
          const noted = inEvery("room", (room) => {
            if (room.room_kind === 1) wholeHouse = room.id;
          }).given?.(given, asked);
          if (!asked.body.includes(wholeHouse) || given.status !== 200) return noted ?? given;
          const json = JSON.parse(given.body);
          json.data.arr.splice(1);
          json.data.len = 1;
          return { ...given, body: JSON.stringify(json) };
        },
      };
    },
  },
  {
    rule: "scene.filter-untyped",
    does: "filters scenes only if the body has a Content-Type",
    breakage: () => ({
      asked: (asked) =>
        isSceneFilter(asked) && asked.headers["content-type"] === undefined ? { ...asked, body: "" } : asked,
    }),
  },
  {
    rule: "scene.filter-more",
    does: "does not filter scenes if the body has more fields",
    breakage: () => ({
      asked: (asked) => (asked.body.includes("luxgate_check") ? { ...asked, body: "" } : asked),
    }),
  },
  {
    rule: "scene.filter-query",
    does: "ignores `room_uuid` in the query of scenes",
    breakage: () => ignoring("scene", "room_uuid"),
  },
  {
    rule: "scene.unknown-room",
    does: "answers scenes of an unknown room with HTTP 404",
    breakage: () =>
      answering((asked, given) => isList("scene")(asked, given) && asked.body.includes("DEAD"), {
        status: 404,
        code: -1,
      }),
  },
];
