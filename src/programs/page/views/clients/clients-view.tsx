import { useAnswer } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { KeyList } from "./key-list.tsx";
import { MatterSection } from "./matter-section.tsx";
import { PressButton } from "./press-button.tsx";
import { RequestList } from "./request-list.tsx";
import { SessionList } from "./session-list.tsx";

/** A browser that was let in gets its session a moment later. */
const SESSIONS_MILLIS = 5_000;

/** Who may change things: paired clients, ecosystems and sessions; and the button that lets a new client in. */
export function ClientsView() {
  const { fleet } = useParts();
  const keys = useAnswer("key.list", {});
  const sessions = useAnswer("sessions", {}, { everyMillis: SESSIONS_MILLIS });
  return (
    <div class="view">
      <h1>Clients</h1>
      <RequestList onAllowed={sessions.reload} />
      <PressButton known={keys.value?.length ?? 0} onLook={keys.reload} />
      <section class="card">
        <h2>Paired clients</h2>
        <RefusalLines lines={keys.refusal} />
        {keys.value && <KeyList keys={keys.value} onChanged={keys.reload} />}
      </section>
      {!fleet.isFront && <MatterSection />}
      <section class="card">
        <h2>Operator sessions</h2>
        <p class="quiet">
          Browsers signed in as operator. A session ends after 12 hours
          {fleet.isFront ? "." : ", or after 90 days if it was started over HTTPS."}
        </p>
        <RefusalLines lines={sessions.refusal} />
        {sessions.value && <SessionList sessions={sessions.value.sessions} onChanged={sessions.reload} />}
      </section>
    </div>
  );
}
