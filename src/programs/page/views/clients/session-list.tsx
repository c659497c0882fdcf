import { useState } from "preact/hooks";
import type { SessionView } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { relativeWords } from "../../parts/times.ts";

interface SessionListProps {
  readonly sessions: readonly SessionView[];
  readonly onChanged: () => void;
}

/** The operator's browsers. */
export function SessionList({ sessions, onChanged }: SessionListProps) {
  const { access } = useParts();
  const command = useCommand();
  const [asked, setAsked] = useState<SessionView | undefined>(undefined);
  const end = async ({ id, isThis, browser }: SessionView) => {
    if (isThis) await access.endSession();
    else if (await command("session.end", { session: id }, `Session of ${browser} ended.`)) onChanged();
  };
  return (
    <>
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id} class="row">
            <div class="row-text">
              <p class="row-title">
                {session.browser} {session.isThis && <span class="badge">this browser</span>}
              </p>
              <p class="quiet">
                {session.address} · signed in {relativeWords(session.since, Date.now())} · ends{" "}
                {relativeWords(session.endsAt, Date.now())}
              </p>
            </div>
            <Button look="danger" onPress={() => setAsked(session)}>
              End session<span class="only-read"> of {session.browser}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={asked.isThis ? "Sign out this browser?" : `End the session of ${asked.browser}?`}
          action={asked.isThis ? "Sign out" : "End session"}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void end(asked)}
        >
          <p>
            This signs the operator out in {asked.isThis ? "this browser" : "that browser"}. To sign in again, open a
            new link from <code>luxgate open</code> in it.
          </p>
        </Confirm>
      )}
    </>
  );
}
