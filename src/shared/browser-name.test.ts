import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";

test.each([
  ["Chrome on Linux", `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  ["Edge on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`],
  ["Firefox on macOS", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0"],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  ["another browser", "curl/8.14.1"],
  ["another browser on Linux", "\u001b[31m<script>alert(1)</script> Linux"],
  ["another browser", undefined],
])("%s", (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
