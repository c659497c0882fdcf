import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";

/**
 * What the page has to say, one message at a time. A dialog covers the page and keeps it from being touched, so each has
 * a list of its own, and the uppermost speaks.
 */
export function MessageList({ above }: { readonly above: number }) {
  const { messages, sheets } = useParts();
  if (sheets.value !== above) return null;
  const message = messages.shown.value;
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {message && (
        <p key={message.id} class={`line line-${message.kind}`}>
          <span>{message.text}</span>
          <IconButton label="Dismiss" icon="close" onPress={() => messages.dismiss(message.id)} />
        </p>
      )}
    </div>
  );
}
