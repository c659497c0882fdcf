import { useAnswer } from "../../operator/use-answer.ts";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { KeyList } from "./key-list.tsx";
import { PressButton } from "./press-button.tsx";
import { SessionList } from "./session-list.tsx";

/** Who may change things: paired clients and sessions; and the button that lets a new client in. */
export function ClientsView() {
  const keys = useAnswer("key.list", {});
  const sessions = useAnswer("sessions", {});
  return (
    <div class="view">
      <h1>Clients</h1>
      <PressButton known={keys.value?.length ?? 0} onLook={keys.reload} />
      <section class="card">
        <h2>Paired clients</h2>
        <RefusalLines lines={keys.refusal} />
        {keys.value && <KeyList keys={keys.value} onChanged={keys.reload} />}
      </section>
      <section class="card">
        <h2>Operator sessions</h2>
        <p class="quiet">
          Browsers signed in with luxgate open. Each session ends after 12 hours, or when the gateway restarts.
        </p>
        <RefusalLines lines={sessions.refusal} />
        {sessions.value && <SessionList sessions={sessions.value.sessions} onChanged={sessions.reload} />}
      </section>
    </div>
  );
}
