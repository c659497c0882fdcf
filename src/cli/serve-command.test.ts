import { expect, test } from "vitest";
import { serveCommand } from "./serve-command.ts";

test("G1: HTTP is on port 8080, discovery on 9001, both on every address, unless told otherwise", () => {
  expect(serveCommand().opts()).toMatchObject({ httpPort: 8080, discoveryPort: 9001, host: "0.0.0.0" });
});

test("every flag can be given as an environment variable", () => {
  const variables = serveCommand().options.map(({ long, envVar }) => [long, envVar]);
  expect(variables).toEqual(
    variables.map(([long]) => [long, `LUXGATE_${long?.slice(2).replaceAll("-", "_").toUpperCase()}`]),
  );
});
