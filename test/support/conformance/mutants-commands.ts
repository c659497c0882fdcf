import type { Wire } from "../http/http-client.ts";
import {
  type Asked,
  answering,
  type Breakage,
  type Given,
  inJson,
  inSuccess,
  isOne,
  isWish,
  type Mutant,
} from "./mutant.ts";

/** Changes the body of wishes. */
const wishing = (change: (wish: Wire, asked: Asked) => unknown) => (): Breakage => ({
  asked: (asked) => {
    if (asked.method !== "PUT" || asked.body === "{") return asked;
    const wish = JSON.parse(asked.body);
    change(wish, asked);
    return { ...asked, body: JSON.stringify(wish) };
  },
});

const wishIs =
  (fits: (wish: Wire) => boolean) =>
  ({ method, body }: Asked) =>
    method === "PUT" && body !== "{" && fits(JSON.parse(body));

const refusing = (when: (asked: Asked, given: Given) => boolean, status: number) => (): Breakage =>
  answering(when, { status, code: -status });

const isKeyless = ({ method, headers }: Asked) =>
  method === "PUT" && (headers["application-key"] ?? "luxgate-check").startsWith("luxgate-check");

/** A gateway that goes on showing what it showed first of the fields. */
const showing = (change: (light: Wire) => unknown) => (): Breakage => {
  let isWished = false;
  return {
    asked: (asked) => {
      isWished ||= asked.method === "PUT" && asked.body.includes('"on":true,"brightness"');
      return asked;
    },
    ...inSuccess(isOne("light"), ({ data }) => isWished && data.obj.id && change(data.obj)),
  };
};

/** Gateways that do something else than was wished. */
export const BROKEN_WISHES: readonly Mutant[] = [
  { rule: "wish.key", does: "answers a wish without a key with HTTP 401", breakage: refusing(isKeyless, 401) },
  {
    rule: "wish.key",
    does: "grants wishes without a key",
    breakage: () => inJson(isKeyless, (json) => Object.assign(json, { code: 0, msg: "success" })),
  },
  {
    rule: "wish.unknown",
    does: "answers a wish for an unknown light with HTTP 200",
    breakage: () => answering((asked, { status }) => isWish(asked, {} as Given) && status === 404, { status: 200 }),
  },
  {
    rule: "wish.answer",
    does: "answers a wish with nothing in `data`",
    breakage: () =>
      inSuccess(isWish, (json) => {
        json.data = {};
      }),
  },
  {
    rule: "wish.shown",
    does: "shows a wish later",
    breakage: showing((light) => {
      light.brightness = 7;
    }),
  },
  {
    rule: "wish.shown",
    does: "grants nothing",
    breakage: () => ({
      given: (given, asked) =>
        wishIs(({ brightness, on }) => on === 1 && brightness >= 50)(asked)
          ? { ...given, body: '{"code":-500,"msg":"later","data":{}}' }
          : given,
    }),
  },
  {
    rule: "wish.rest",
    does: "changes the colour when the brightness is wished",
    breakage: showing((light) => {
      light.color_x += 1;
    }),
  },
  {
    rule: "wish.switch",
    does: "refuses true and false",
    breakage: refusing(
      wishIs(({ on }) => typeof on === "boolean"),
      200,
    ),
  },
  {
    rule: "wish.switch",
    does: "cannot be turned off",
    breakage: wishing((wish) => {
      if (wish.on === 0) wish.on = 1;
    }),
  },
  {
    rule: "wish.faintest",
    does: "takes brightness 0 for the brightest",
    breakage: wishing((wish) => {
      if (wish.brightness === 0) wish.brightness = 100;
    }),
  },
  {
    rule: "wish.range",
    does: "answers a value out of range with HTTP 400",
    breakage: refusing(
      wishIs(({ brightness }) => brightness === 101),
      400,
    ),
  },
  {
    rule: "wish.range",
    does: "takes what is too bright for the brightest",
    breakage: wishing((wish) => {
      if (wish.brightness === 101) wish.brightness = 100;
    }),
  },
  {
    rule: "wish.ability",
    does: "answers a colour for a white lamp with HTTP 400",
    breakage: refusing(
      (asked, { body }) => wishIs(({ color_x }) => color_x !== undefined)(asked) && body.includes("-422"),
      400,
    ),
  },
  {
    rule: "wish.empty",
    does: "grants a wish for nothing",
    breakage: wishing(
      (wish, { path }) => Object.keys(wish).length === 0 && path.includes("/light/") && Object.assign(wish, { on: 1 }),
    ),
  },
  {
    rule: "wish.malformed",
    does: "answers what is no JSON with HTTP 200",
    breakage: () => answering(({ method, body }) => method === "PUT" && body === "{", { status: 200 }),
  },
  {
    rule: "wish.by-device",
    does: "sets lights under their own ids only",
    breakage: refusing(({ method, path }) => method === "PUT" && path.endsWith("/light"), 404),
  },
  {
    rule: "wish.white",
    does: "does not change `color_mode` for a white",
    breakage: () =>
      inSuccess(
        isOne("light"),
        ({ data }) =>
          data.obj.color_mode === 2 && data.obj.color_cw === 3000 && Object.assign(data.obj, { color_mode: 1 }),
      ),
  },
  {
    rule: "wish.nearest-white",
    does: "refuses a white that is too cool, and all else that is wished with it",
    breakage: refusing(
      wishIs(({ color_cw }) => color_cw > 6500),
      200,
    ),
  },
  {
    rule: "wish.nearest-white",
    does: "takes a white that is too cool for no white at all",
    breakage: wishing((wish) => {
      if (wish.color_cw > 6500) delete wish.color_cw;
    }),
  },
  {
    rule: "wish.colour",
    does: "does not change `color_mode` for a colour",
    breakage: () =>
      inSuccess(isOne("light"), ({ data }) => data.obj.color_mode === 1 && Object.assign(data.obj, { color_mode: 2 })),
  },
  {
    rule: "wish.colour",
    does: "takes `color_x` for `color_y`",
    breakage: wishing((wish) => {
      const { color_x, color_y } = wish;
      if (color_x !== undefined) Object.assign(wish, { color_x: color_y, color_y: color_x });
    }),
  },
  {
    rule: "wish.rgb",
    does: "takes RGB for BGR",
    breakage: wishing((wish) => {
      if (wish.color_rgb !== undefined) wish.color_rgb = 0x0088ff;
    }),
  },
  {
    rule: "wish.precedence",
    does: "prefers white to a colour",
    breakage: wishing((wish) => {
      if (wish.color_cw !== undefined) {
        delete wish.color_x;
        delete wish.color_y;
      }
    }),
  },
  { rule: "wish.sync", does: "does not change the mode of a sync box", breakage: wishing((wish) => delete wish.mode) },
  {
    rule: "wish.sync-range",
    does: "answers a configuration that a box has not with HTTP 400",
    breakage: refusing(
      wishIs(({ color_config }) => color_config === 9),
      400,
    ),
  },
];
