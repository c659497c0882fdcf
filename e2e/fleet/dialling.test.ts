import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeUser, fmtCreds } from "@nats-io/jwt";
import { createAccount, createUser } from "@nats-io/nkeys";
import { expect, onTestFinished, test } from "vitest";
import { type Manner, ScriptedServers } from "../../test/support/nats/scripted-server.ts";
import { FRONT_PORTS_HERE, Program, temporaryFolder } from "../support/program.ts";

/** A service manager would wait longer, and a person would not. */
const PROMPT_MILLIS = 5_000;

async function credentialsFile(): Promise<string> {
  const user = createUser();
  const file = join(temporaryFolder(), "some.creds");
  writeFileSync(file, fmtCreds(await encodeUser("g1", user, createAccount(), {}), user), { mode: 0o600 });
  return file;
}

const PROGRAMS = {
  gateway: (urls: string, credentials: string) =>
    Program.serve(["--host", "127.0.0.1", "--fleet", urls, "--fleet-credentials", credentials]),
  front: (urls: string, credentials: string) =>
    Program.start(["fleet", "serve", "--nats", urls, "--credentials", credentials, ...FRONT_PORTS_HERE]),
};

const SERVERS: readonly (readonly [manner: Manner | "is not there", words: RegExp])[] = [
  ["is not there", /no server runs at this address/],
  ["is silent", /does not answer/],
  ["refuses", /refuses the credentials/],
];

for (const [manner, words] of SERVERS) {
  for (const who of ["gateway", "front"] as const) {
    test(`a ${who} whose NATS server ${manner} says so, tries again, and ends at a signal`, async () => {
      const servers = await ScriptedServers.start(() => (manner === "is not there" ? "closes" : manner));
      const urls = servers.addresses.map((address) => `nats://${address}`).join(",");
      if (manner === "is not there") await servers.stop();
      else onTestFinished(() => servers.stop());
      const program = PROGRAMS[who](urls, await credentialsFile());
      await program.says(words);
      await program.says(/[Rr]etrying/);
      const stoppedAt = performance.now();
      expect(await program.stop("SIGTERM")).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(PROMPT_MILLIS);
      expect(program.errors).toBe("");
      expect(program.output.match(new RegExp(words, "g"))).toHaveLength(1);
    });
  }
}
