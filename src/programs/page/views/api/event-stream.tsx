import { useParts } from "../../page-parts.ts";
import { addressOf } from "../../route.ts";

/** Instead of an answer that never ends: how to follow it in a terminal and on the page. */
export function EventStream({ curl }: { readonly curl: string }) {
  const { access, fleet } = useParts();
  return (
    <>
      <p class="quiet">
        This is an event stream, which never ends. Follow it in a terminal with this command.
        {access.isOperator.value && (
          <>
            {" "}
            To see events here, open <a href={`${addressOf("traffic", fleet.gatewayId.value)}?show=event`}>Traffic</a>{" "}
            with <em>Events</em>.
          </>
        )}
      </p>
      <pre class="code">{curl}</pre>
    </>
  );
}
