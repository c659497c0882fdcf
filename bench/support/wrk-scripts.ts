import { LIGHTS_PATH } from "./homes.ts";

/** For wrk: the next request each time it is asked for one. */
export const readingScript = (ids: readonly string[]): string =>
  `${luaList("paths", ids)}
local turn = 0
request = function()
  turn = turn + 1
  return wrk.format("GET", paths[turn % #paths + 1])
end
`;

/** For wrk: all lights get one brightness, then all get the next. */
export const changingScript = (ids: readonly string[], key: string): string =>
  `${luaList("paths", ids)}
wrk.headers["application-key"] = "${key}"
local turn = 0
request = function()
  turn = turn + 1
  local brightness = math.floor(turn / #paths) % 100 + 1
  return wrk.format("PUT", paths[turn % #paths + 1], nil, '{"on":1,"brightness":' .. brightness .. '}')
end
`;

const luaList = (name: string, ids: readonly string[]): string =>
  `local ${name} = {${ids.map((id) => `"${LIGHTS_PATH}/${id}"`).join(",")}}`;
