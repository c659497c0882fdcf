/** In the order in which they must be looked for: browsers also name those that they are made of. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** A browser in a few words of our own, "Firefox on Linux", out of what it says of itself in the header `User-Agent`. */
export function browserName(userAgent = ""): string {
  const named = (table: readonly (readonly [string, string])[]) =>
    table.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser = "another browser", system] = [named(BROWSERS), named(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
