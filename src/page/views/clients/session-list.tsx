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
    else if (await command("session.end", { session: id }, `The session of ${browser} has ended.`)) onChanged();
  };
  return (
    <>
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id} class="row">
            <div class="row-text">
              <p class="row-title">
                {session.browser} {session.isThis && <span class="badge">this one</span>}
              </p>
              <p class="quiet">
                {session.address} · since {relativeWords(session.since, Date.now())} · ends{" "}
                {relativeWords(session.endsAt, Date.now())}
              </p>
            </div>
            <Button look="danger" onPress={() => setAsked(session)}>
              End<span class="only-read"> the session of {session.browser}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={asked.isThis ? "Sign this browser out?" : `End the session of ${asked.browser}?`}
          action={asked.isThis ? "Sign out" : "End it"}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void end(asked)}
        >
          <p>
            {asked.isThis ? "This browser" : "That browser"} is the operator's no more, until somebody follows a new
            link of <code>luxgate open</code> in it.
          </p>
        </Confirm>
      )}
    </>
  );
}
