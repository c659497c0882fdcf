import { Type } from "typebox";
import { command } from "../command.ts";
import { given, KeyWords } from "../values.ts";
import { KeyView, viewOfKey } from "../views/access-view.ts";
import { findKey } from "../words/find-access.ts";
import { giveCommand } from "./give-command.ts";

/** What concerns the clients that may change things. */
export const KEY_COMMANDS = {
  /** In the order in which they were made. */
  "key.list": command({
    given: given({}),
    result: Type.Array(KeyView),
    run: (_given, { gateway: { home } }) => ({ result: home.keys.all().map(viewOfKey) }),
  }),

  /** Its client can change nothing from now on. */
  "key.revoke": command({
    given: given({ key: KeyWords }),
    result: KeyView,
    run: async ({ key: words }, controls) => {
      const key = findKey(controls.gateway.home, words);
      if ("refused" in key) return key;
      const refusal = await giveCommand(controls, { kind: "keyRevoked", keyId: key.found.id });
      return refusal ?? { result: viewOfKey(key.found) };
    },
  }),
};
