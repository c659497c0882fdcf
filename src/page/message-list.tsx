import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";

/**
 * What the page has to say, for a few seconds each. A dialog covers the page and keeps it from being touched, so each has
 * a list of its own, and the uppermost speaks.
 */
export function MessageList({ above }: { readonly above: number }) {
  const { messages, sheets } = useParts();
  if (sheets.value !== above) return null;
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {messages.shown.value.map(({ id, text, kind }) => (
        <p key={id} class={`line line-${kind}`}>
          <span>{text}</span>
          <IconButton label="Dismiss" icon="close" onPress={() => messages.dismiss(id)} />
        </p>
      ))}
    </div>
  );
}
