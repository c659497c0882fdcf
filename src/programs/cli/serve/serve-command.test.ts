import { expect, onTestFinished, test, vi } from "vitest";
import { CommandFault } from "../command-fault.ts";
import { serveCommand } from "./serve-command.ts";

test("G1: HTTP is on port 8080, discovery on 9001, both on every address, by default", () => {
  expect(serveCommand().opts()).toMatchObject({ httpPort: 8080, discoveryPort: 9001, host: "0.0.0.0" });
});

test("every flag can be given as an environment variable", () => {
  const variables = serveCommand().options.map(({ long, envVar }) => [long, envVar]);
  expect(variables).toEqual(
    variables.map(([long]) => [long, `LUXGATE_${long?.slice(2).replaceAll("-", "_").toUpperCase()}`]),
  );
});

test.each([
  ["as a flag", ["--mqtt-url", "mqtt://me:s3cret@broker.lan/a#b"], ""],
  ["in the environment", [], "mqtt://me:s3cret@broker.lan:99999"],
])("a broker's URL that is wrong is not repeated, as it may hold a password: %s", (_where, args, variable) => {
  vi.stubEnv("LUXGATE_MQTT_URL", variable === "" ? undefined : variable);
  onTestFinished(() => void vi.unstubAllEnvs());
  const parse = () => serveCommand().parse(args, { from: "user" });
  expect(parse).toThrow(CommandFault);
  expect(parse).toThrow(/^error: option '--mqtt-url <url>' is invalid\. Expected a broker's URL, such as /);
  expect(parse).not.toThrow("s3cret");
});
