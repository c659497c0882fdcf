import type { Wire } from "../http/http-client.ts";
import {
  answering,
  type Breakage,
  type Given,
  inEvery,
  inJson,
  inSuccess,
  inText,
  isCommand,
  isList,
  isOne,
  type Mutant,
  type RelayedRequest,
} from "./mutant.ts";

/** Changes the body of commands. */
const commanding = (change: (command: Wire, asked: RelayedRequest) => unknown) => (): Breakage => ({
  asked: (asked) => {
    if (asked.method !== "PUT" || asked.body === "{") return asked;
    const command = JSON.parse(asked.body);
    change(command, asked);
    return { ...asked, body: JSON.stringify(command) };
  },
});

const commandIs =
  (fits: (command: Wire) => boolean) =>
  ({ method, body }: RelayedRequest) =>
    method === "PUT" && body !== "{" && fits(JSON.parse(body));

const refusing = (when: (asked: RelayedRequest, given: Given) => boolean, status: number) => (): Breakage =>
  answering(when, { status, code: -status });

const isKeyless = ({ method, headers }: RelayedRequest) =>
  method === "PUT" && (headers["application-key"] ?? "luxgate-check").startsWith("luxgate-check");

/** A gateway that goes on showing what it showed first of the fields. */
const showing = (change: (light: Wire) => unknown) => (): Breakage => {
  let isCommanded = false;
  return {
    asked: (asked) => {
      isCommanded ||= asked.method === "PUT" && asked.body.includes('"on":true,"brightness"');
      return asked;
    },
    ...inEvery("light", (light) => isCommanded && change(light)),
  };
};

const isFor =
  (kind: string) =>
  ({ method, path }: RelayedRequest) =>
    method === "PUT" && path.includes(`/${kind}/`);

/** Gateways that do something else than was commanded. */
export const BROKEN_COMMANDS: readonly Mutant[] = [
  {
    rule: "group.read",
    does: "gives the `group_light` of a room another parent",
    breakage: () =>
      inSuccess(isOne("group_light"), ({ data }) => {
        data.obj.parent_id = data.obj.id;
      }),
  },
  { rule: "group.read", does: "has no `group_light` that can be read", breakage: refusing(isOne("group_light"), 404) },
  {
    rule: "group.command",
    does: "ignores the brightness of a command for a room",
    breakage: commanding((command, asked) => isFor("group_light")(asked) && delete command.brightness),
  },
  { rule: "group.command", does: "refuses commands for rooms", breakage: refusing(isFor("group_light"), 405) },
  { rule: "scene.activate", does: "refuses to activate scenes", breakage: refusing(isFor("scene"), 405) },
  {
    rule: "scene.activate",
    does: "never shows a scene as active",
    breakage: () =>
      inEvery("scene", (scene) => {
        scene.is_active = 0;
      }),
  },
  {
    rule: "scene.activate-value",
    does: "accepts `is_active` 0",
    breakage: () => inJson(isFor("scene"), (json) => Object.assign(json, { code: 0, msg: "success" })),
  },
  { rule: "command.key", does: "answers a command without a key with HTTP 401", breakage: refusing(isKeyless, 401) },
  {
    rule: "command.key",
    does: "accepts commands without a key",
    breakage: () => inJson(isKeyless, (json) => Object.assign(json, { code: 0, msg: "success" })),
  },
  {
    rule: "command.unknown",
    does: "answers a command for an unknown light with HTTP 200",
    breakage: () => answering((asked, { status }) => isCommand(asked, {} as Given) && status === 404, { status: 200 }),
  },
  {
    rule: "command.answer",
    does: "answers a command with nothing in `data`",
    breakage: () =>
      inSuccess(isCommand, (json) => {
        json.data = {};
      }),
  },
  {
    rule: "command.shown",
    does: "shows the new state too late",
    breakage: showing((light) => {
      light.brightness = 7;
    }),
  },
  {
    rule: "command.shown",
    does: "refuses every command",
    breakage: () => ({
      given: (given, asked) =>
        commandIs(({ brightness, on }) => on === 1 && brightness >= 50)(asked)
          ? { ...given, body: '{"code":-500,"msg":"later","data":{}}' }
          : given,
    }),
  },
  ...["light", "sync"].map(
    (kind): Mutant => ({
      rule: "command.listed",
      does: `always lists each ${kind} as it was at first`,
      breakage: () => {
        let first: string | undefined;
        return inText(isList(kind), (text) => {
          first ??= text;
          return first;
        });
      },
    }),
  ),
  {
    rule: "command.listed",
    does: "always shows lights in `ext_light` as they were at first",
    breakage: () => {
      const first = new Map<string, string>();
      return inText(
        ({ path, query }) => path.endsWith("/device") && query.has("ext_light"),
        (text, { query }) => {
          const kept = first.get(`${query}`) ?? text;
          first.set(`${query}`, kept);
          return kept;
        },
      );
    },
  },
  {
    rule: "command.listed",
    does: "always lists scenes with their first `is_active`",
    breakage: () => {
      const first = new Map<string, number>();
      return inSuccess(isList("scene"), ({ data }) => {
        for (const scene of data.arr) {
          scene.is_active = first.get(scene.id) ?? scene.is_active;
          first.set(scene.id, scene.is_active);
        }
      });
    },
  },
  {
    rule: "light.values",
    does: "shows `brightness` 0 after a command",
    extras: ["write"],
    breakage: showing((light) => {
      light.brightness = 0;
    }),
  },
  {
    rule: "command.rest",
    does: "changes the colour with the brightness",
    breakage: showing((light) => {
      light.color_x += 1;
    }),
  },
  {
    rule: "command.switch",
    does: "refuses true and false",
    breakage: refusing(
      commandIs(({ on }) => typeof on === "boolean"),
      200,
    ),
  },
  {
    rule: "command.switch",
    does: "does not turn lights off",
    breakage: commanding((command) => {
      if (command.on === 0) command.on = 1;
    }),
  },
  {
    rule: "command.faintest",
    does: "treats brightness 0 as the highest brightness",
    breakage: commanding((command) => {
      if (command.brightness === 0) command.brightness = 100;
    }),
  },
  {
    rule: "command.range",
    does: "answers a value out of range with HTTP 400",
    breakage: refusing(
      commandIs(({ brightness }) => brightness === 101),
      400,
    ),
  },
  {
    rule: "command.range",
    does: "treats a brightness that is too high as the highest brightness",
    breakage: commanding((command) => {
      if (command.brightness === 101) command.brightness = 100;
    }),
  },
  {
    rule: "command.ability",
    does: "answers a colour for a white lamp with HTTP 400",
    breakage: refusing(
      (asked, { body }) => commandIs(({ color_x }) => color_x !== undefined)(asked) && body.includes("-422"),
      400,
    ),
  },
  {
    rule: "command.empty",
    does: "accepts a command that sets nothing",
    breakage: commanding(
      (command, { path }) =>
        Object.keys(command).length === 0 && path.includes("/light/") && Object.assign(command, { on: 1 }),
    ),
  },
  {
    rule: "command.malformed",
    does: "answers a body that is not JSON with HTTP 200",
    breakage: () => answering(({ method, body }) => method === "PUT" && body === "{", { status: 200 }),
  },
  {
    rule: "command.by-device",
    does: "sets lights under their own ids only",
    breakage: refusing(({ method, path }) => method === "PUT" && path.endsWith("/light"), 404),
  },
  {
    rule: "command.white",
    does: "does not change `color_mode` for a white",
    breakage: () =>
      inEvery(
        "light",
        (light) => light.color_mode === 2 && light.color_cw === 3000 && Object.assign(light, { color_mode: 1 }),
      ),
  },
  {
    rule: "command.nearest-white",
    does: "refuses a white that is too cool, and the rest of the command with it",
    breakage: refusing(
      commandIs(({ color_cw }) => color_cw > 6500),
      200,
    ),
  },
  {
    rule: "command.nearest-white",
    does: "ignores a white that is too cool",
    breakage: commanding((command) => {
      if (command.color_cw > 6500) delete command.color_cw;
    }),
  },
  {
    rule: "command.colour",
    does: "does not change `color_mode` for a colour",
    breakage: () => inEvery("light", (light) => light.color_mode === 1 && Object.assign(light, { color_mode: 2 })),
  },
  {
    rule: "command.colour",
    does: "confuses `color_x` and `color_y`",
    breakage: commanding((command) => {
      const { color_x, color_y } = command;
      if (color_x !== undefined) Object.assign(command, { color_x: color_y, color_y: color_x });
    }),
  },
  {
    rule: "command.rgb",
    does: "reads RGB as BGR",
    breakage: commanding((command) => {
      if (command.color_rgb !== undefined) command.color_rgb = 0x0088ff;
    }),
  },
  {
    rule: "command.precedence",
    does: "prefers white to a colour",
    breakage: commanding((command) => {
      if (command.color_cw !== undefined) {
        delete command.color_x;
        delete command.color_y;
      }
    }),
  },
  {
    rule: "command.sync",
    does: "does not change the mode of a sync box",
    breakage: commanding((command) => delete command.mode),
  },
  {
    rule: "command.sync-range",
    does: "answers a configuration that does not exist with HTTP 400",
    breakage: refusing(
      commandIs(({ color_config }) => color_config === 9),
      400,
    ),
  },
];
