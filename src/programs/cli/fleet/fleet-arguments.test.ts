import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/gateway/operated-gateway.ts";
import { makeAuthority } from "../../../edges/fleet/authority/authority.ts";
import { makeCredentials } from "../../../edges/fleet/authority/credentials.ts";
import { ROLES, type Role } from "../../../edges/fleet/authority/permissions.ts";
import { credentialsFor } from "./fleet-arguments.ts";

const HOLDERS: Readonly<Record<Role, string>> = {
  gateway: "gateway",
  leaf: "gateway",
  front: "front",
  command: "operator",
  system: "operator",
};

test("a gateway and a front each take their own credentials, and say whose others are and how theirs are made", async () => {
  const { authority, seeds } = await makeAuthority();
  for (const role of ROLES) {
    const { text } = await makeCredentials(authority, role, { signer: seeds[role] });
    const path = join(temporaryFolder(), "some.creds");
    writeFileSync(path, text, { mode: 0o600 });
    for (const [wanted, maker] of [
      ["gateway", "luxgate fleet add."],
      ["front", "luxgate fleet add-front."],
    ] as const) {
      const take = () => credentialsFor(wanted)(path);
      if (HOLDERS[role] === wanted) expect(take()).toBe(text);
      else {
        expect(take).toThrow(`the credentials of ${HOLDERS[role] === "operator" ? "the" : "a"} ${HOLDERS[role]}`);
        expect(take).toThrow(maker);
      }
    }
  }
});
