import { useState } from "preact/hooks";
import { useParts } from "../page-parts.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Button } from "../parts/controls.tsx";
import { LINK_COMMAND } from "./link-command.ts";

/** Ends the operator session of this browser, after a confirmation. */
export function SignOut() {
  const { access } = useParts();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" onPress={() => setAsked(true)}>
        Sign out
      </Button>
      {isAsked && (
        <Confirm
          title="Sign out this browser?"
          action="Sign out"
          onClose={() => setAsked(false)}
          onConfirm={() => void access.endSession()}
        >
          <p>
            To sign in again, open a new link from <code>{LINK_COMMAND}</code>, or ask for permission.
          </p>
        </Confirm>
      )}
    </>
  );
}
