/** The first that fits: most browsers name others as well. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ["Opera", /\bOPR\/(\d{1,4})/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d{1,4})/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["Chrome", /\b(?:Chrome|CriOS)\/(\d{1,4})/],
  ["Safari", /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** A browser in a few words of our own, out of what it says of itself in the header `User-Agent`. */
export function browserName(userAgent = ""): string {
  const [browser] = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  });
  const [system] = SYSTEMS.flatMap(([name, pattern]) => (pattern.test(userAgent) ? [name] : []));
  if (browser === undefined) return system === undefined ? "another browser" : `another browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
