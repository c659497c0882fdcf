import { useState } from "preact/hooks";
import type { Message } from "./messages.ts";
import { useParts } from "./page-parts.ts";
import { Button, IconButton } from "./parts/controls.tsx";

/** A text of more letters than a phone has room for in three short lines. */
const LONG_TEXT = 110;

interface MessageListProps {
  /** The dialog that it is in, if it is in one. */
  readonly sheet?: symbol;
}

/**
 * What the page has to say, one message at a time. A dialog covers the page and keeps it from being touched, so each has
 * a list of its own, and the uppermost speaks.
 */
export function MessageList({ sheet }: MessageListProps) {
  const { messages, sheets } = useParts();
  if (sheets.value.at(-1) !== sheet) return null;
  const message = messages.shown.value;
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {message && <Line key={message.id} message={message} />}
    </div>
  );
}

/** One message in one place of one size, whatever it says; all of it for those who ask. */
function Line({ message }: { readonly message: Message }) {
  const { messages } = useParts();
  const [isOpen, setOpen] = useState(false);
  const { id, kind, text, lines } = message;
  const open = () => {
    messages.hold(id);
    setOpen(true);
  };
  return (
    <div class={`line line-${kind}`} data-open={isOpen}>
      {isOpen && lines.length > 0 ? (
        <ul class="line-text">
          {lines.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : (
        <p class="line-text">{text}</p>
      )}
      {!isOpen && (lines.length > 0 || text.length > LONG_TEXT) && (
        <Button look="small" onPress={open}>
          Show all
        </Button>
      )}
      <IconButton label="Dismiss" icon="close" onPress={() => messages.dismiss(id)} />
    </div>
  );
}
