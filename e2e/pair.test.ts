import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ControlledHome, type Ended } from "./support/controlled-home.ts";
import { Program, temporaryFolder } from "./support/program.ts";

const KEY = /^[0-9A-Za-z_-]{43}\n$/;
const PRESS =
  /Press the button of the gateway at http:\/\/127\.0\.0\.1:\d+, or run "luxgate press" on its machine .*\. Waiting/;

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** A person elsewhere on the network, with a config folder of their own. */
class Visitor {
  readonly config = temporaryFolder();
  readonly #home: ControlledHome;
  readonly url: string;

  constructor(home: ControlledHome) {
    this.#home = home;
    this.url = `127.0.0.1:${home.http.port}`;
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Program {
    return Program.start(args, { XDG_CONFIG_HOME: this.config, ...environment });
  }

  async luxgate(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended> {
    const program = this.start(args, environment);
    program.process.stdin?.end();
    return { code: await program.end(), output: program.output, errors: program.errors };
  }

  /** Pairs while somebody presses the button. */
  async pair(...options: readonly string[]): Promise<Ended> {
    const pairing = this.start(["pair", this.url, ...options]);
    await expect.poll(() => pairing.errors).toMatch(PRESS);
    expect(await this.#home.luxgate("press")).toMatchObject({ code: 0 });
    return { code: await pairing.end(), output: pairing.output, errors: pairing.errors };
  }

  set(...words: readonly string[]): Promise<Ended> {
    return this.luxgate(["set", "--url", this.url, ...words]);
  }
}

const REFUSED_HINT = "Pair with the gateway once (luxgate pair --keep), or give a key with LUXGATE_KEY or --key.";

describe("luxgate pair", () => {
  test("waits for the button and prints the key, alone, on standard output; the key works", async () => {
    const home = await ControlledHome.start();
    const visitor = new Visitor(home);
    const { code, output, errors } = await visitor.pair("--name", "acme#panel", "--wait", "40s");
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(KEY) });
    expect(errors).toMatch(/Waiting 40 s\.\nPaired with http:\/\/127\.0\.0\.1:\d+ as acme#panel\.\n$/);
    expect(errors).not.toContain(output.trim());
    expect((await home.luxgate("keys")).output).toMatch(/^acme#panel /m);
    const set = ["set", "--url", visitor.url, "Porch", "off"];
    expect(await visitor.luxgate(set, { LUXGATE_KEY: output.trim() })).toMatchObject({
      output: "Porch: off (sent, not confirmed)\n",
    });
    expect(readdirSync(visitor.config)).toEqual([]);
  });

  test("gives up when nobody presses in time, and on Ctrl-C; then nothing is on standard output", async () => {
    const visitor = new Visitor(await ControlledHome.start());
    expect(await visitor.luxgate(["pair", visitor.url, "--wait", "1"])).toMatchObject({
      code: 1,
      output: "",
      errors: expect.stringMatching(/Not paired: the button was not pressed within 1 s\.\n$/),
    });
    const pairing = visitor.start(["pair", visitor.url]);
    await expect.poll(() => pairing.errors).toMatch(PRESS);
    expect(await pairing.stop("SIGINT")).toBe(1);
    expect(pairing.output).toBe("");
    expect(pairing.errors).toMatch(/Not paired\.\n$/);
  });

  test.each([
    [["--name", "panel"], /Expected <vendor>#<application>, such as acme#panel/],
    [["--wait", "soon"], /Expected a time of at most an hour, such as 60s, 2m or 90\./],
  ])("%j is refused", async (options, message) => {
    const { code, output, errors } = await new Visitor(await ControlledHome.start()).luxgate(["pair", ...options]);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(message);
  });

  test("says when nobody is at the address", async () => {
    const home = await ControlledHome.start();
    const visitor = new Visitor(home);
    await home.program.stop();
    const { code, output, errors } = await visitor.luxgate(["pair", visitor.url]);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(/^Not paired: http:\/\/127\.0\.0\.1:\d+\/api is unreachable\.\n$/);
  });
});

describe("a key that is kept", () => {
  test("is in a file of its user alone, is found by the gateway's MAC, and is of no use once it is revoked", async () => {
    const home = await ControlledHome.start();
    const visitor = new Visitor(home);
    const { output, errors } = await visitor.pair("--keep", "--name", "me#desk");
    const folder = join(visitor.config, "luxgate", "keys");
    const [name = ""] = readdirSync(folder);
    const path = join(folder, name);
    expect(name).toMatch(/^([0-9A-F]{2}-){5}[0-9A-F]{2}\.json$/);
    expect(errors).toContain(`The key is saved in ${path}\n`);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ key: output.trim() });
    expect([modeOf(path), modeOf(folder), modeOf(join(visitor.config, "luxgate"))]).toEqual(["600", "700", "700"]);
    expect(await visitor.set("Ceiling", "40%", "warm", "white")).toEqual({
      code: 0,
      output: "Ceiling: on 40% 2700K (sent, not confirmed)\n",
      errors: "",
    });
    expect((await visitor.set("Kitchen", "off")).output).toBe("Kitchen: off (sent, not confirmed)\n");
    expect((await visitor.set("Evening", "on")).errors).toMatch(/^"Evening" is a scene of "Living room"/);
    chmodSync(path, 0o644);
    expect((await visitor.set("Ceiling", "off")).errors).toBe(
      `Other users can read ${path}. Restrict it to your user (chmod 600), or pair again.\n`,
    );
    chmodSync(path, 0o600);
    await home.luxgate("keys", "revoke", "me#desk");
    const refused = await visitor.set("Ceiling", "off");
    expect(refused).toMatchObject({ code: 1, output: "" });
    expect(refused.errors.split("\n")[1]).toBe(REFUSED_HINT);
    expect(refused.errors).not.toContain(output.trim());
  });

  test("is found by the address where strangers share the network and the gateway tells its MAC to nobody", async () => {
    const visitor = new Visitor(await ControlledHome.start({ args: ["--profile", "shared"] }));
    await visitor.pair("--keep");
    expect(await visitor.set("Porch", "off")).toMatchObject({ code: 0, output: "Porch: off (sent, not confirmed)\n" });
  });
});

test("without a key a gateway elsewhere is not set, and without an address none is", async () => {
  const visitor = new Visitor(await ControlledHome.start());
  const none = await visitor.set("Porch", "off");
  expect(none).toMatchObject({ code: 1, output: "" });
  expect(none.errors.split("\n")[1]).toBe(REFUSED_HINT);
  expect(await visitor.luxgate(["set", "--key", "x", "Porch", "off"])).toMatchObject({
    code: 1,
    errors: "--key is for another gateway. Give its address with --url.\n",
  });
});
