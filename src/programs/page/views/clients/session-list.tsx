import { useState } from "preact/hooks";
import { LINK_COMMAND } from "../../access/link-command.ts";
import { SignOut } from "../../access/sign-out.tsx";
import type { SessionView } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { relativeWords } from "../../parts/times.ts";

interface SessionListProps {
  readonly sessions: readonly SessionView[];
  readonly onChanged: () => void;
}

/** The operator's browsers. */
export function SessionList({ sessions, onChanged }: SessionListProps) {
  const command = useCommand();
  const [asked, setAsked] = useState<SessionView | undefined>(undefined);
  const end = async (session: SessionView) => {
    if (await command("session.end", { session: session.id }, `Session of ${titleOf(session)} ended.`)) onChanged();
  };
  return (
    <>
      <ul class="rows">
        {sessions.map((session) => (
          <li key={session.id} class="row">
            <div class="row-text">
              <p class="row-title">
                {titleOf(session)} {session.isThis && <span class="badge">this browser</span>}
              </p>
              <p class="quiet">
                {session.name !== null && `${session.browser} · `}
                {session.address} · signed in {relativeWords(session.since, Date.now())} · ends{" "}
                {relativeWords(session.endsAt, Date.now())}
              </p>
            </div>
            {session.isThis ? (
              <SignOut />
            ) : (
              <Button look="danger" onPress={() => setAsked(session)}>
                End session<span class="only-read"> of {titleOf(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`End the session of ${titleOf(asked)}?`}
          action="End session"
          onClose={() => setAsked(undefined)}
          onConfirm={() => void end(asked)}
        >
          <p>
            This signs the operator out in that browser. To sign in there again, open a new link from{" "}
            <code>{LINK_COMMAND}</code>, or ask for permission.
          </p>
        </Confirm>
      )}
    </>
  );
}

const titleOf = ({ name, browser }: SessionView): string => name ?? browser;
