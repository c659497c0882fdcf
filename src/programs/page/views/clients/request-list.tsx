import { useState } from "preact/hooks";
import type { RequestView } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { relativeWords } from "../../parts/times.ts";

interface RequestListProps {
  readonly onAllowed: () => void;
}

/** Browsers that ask to be let in as operator. Nothing of a request but its code tells who made it. */
export function RequestList({ onAllowed }: RequestListProps) {
  const { waitingRequests } = useParts();
  const command = useCommand();
  const [asked, setAsked] = useState<RequestView | undefined>(undefined);
  const requests = waitingRequests.all.value;
  const stillWaits = asked && requests.some(({ code }) => code === asked.code);
  if (requests.length === 0) return null;
  const allow = async ({ code, name }: RequestView) => {
    setAsked(undefined);
    if (await command("operator.allow", { code }, `${name} is now allowed to sign in as operator.`)) onAllowed();
    waitingRequests.reload();
  };
  const deny = async ({ code, name }: RequestView) => {
    setAsked(undefined);
    await command("operator.deny", { code }, `${name} was refused.`);
    waitingRequests.reload();
  };
  return (
    <section class="card requests">
      <h2>Asking to sign in as operator</h2>
      <p class="quiet">
        Anybody on the network can ask, under any name. Allow only a browser that shows exactly the same code.
      </p>
      <ul class="rows">
        {requests.map((request) => (
          <li key={request.code} class="row">
            <div class="row-text">
              <p class="row-title">
                {request.name} <span class="sign-in-code sign-in-code-small">{request.code}</span>
              </p>
              <p class="quiet">
                {request.browser} · {request.address} · asked {relativeWords(request.since, Date.now())}
                {hasNamesake(request, requests) && <strong class="wrong"> · another request has this name</strong>}
              </p>
            </div>
            <div class="row-actions">
              <Button onPress={() => void deny(request)}>
                Deny<span class="only-read"> {`${request.name}, ${request.code}`}</span>
              </Button>
              <Button look="strong" onPress={() => setAsked(request)}>
                Allow …<span class="only-read"> {`${request.name}, ${request.code}`}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && stillWaits && (
        <Sheet title={`Let ${asked.name} in?`} onClose={() => setAsked(undefined)}>
          <p>Compare the code with the one that the browser shows. It must be exactly this one:</p>
          <p class="sign-in-code">{asked.code}</p>
          <p>
            {asked.browser} at {asked.address} will be able to do what you can do, and to let others in.
          </p>
          <div class="actions">
            <Button onPress={() => void deny(asked)}>Deny</Button>
            <Button look="strong" onPress={() => void allow(asked)}>
              The codes are the same
            </Button>
          </div>
        </Sheet>
      )}
    </section>
  );
}

const hasNamesake = ({ name, code }: RequestView, requests: readonly RequestView[]): boolean =>
  requests.some((other) => other.code !== code && other.name.toLowerCase() === name.toLowerCase());
