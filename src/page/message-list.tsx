import { useParts } from "./page-parts.ts";
import { IconButton } from "./parts/controls.tsx";

/** What the page has to say, for a few seconds each. */
export function MessageList() {
  const { messages } = useParts();
  return (
    <div role="log" aria-live="polite" aria-label="Messages">
      {messages.shown.value.map(({ id, text, kind }) => (
        <p key={id} class={`line line-${kind}`}>
          <span>{text}</span>
          <IconButton label="Dismiss" icon="close" onPress={() => messages.dismiss(id)} />
        </p>
      ))}
    </div>
  );
}
