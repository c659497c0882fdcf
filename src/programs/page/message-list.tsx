import { useState } from "preact/hooks";
import type { Message } from "./messages.ts";
import { useParts } from "./page-parts.ts";
import { Button, IconButton } from "./parts/controls.tsx";
import type { OpenSheet } from "./parts/open-sheets.ts";

/** A text of more letters than a phone has room for in three short lines. */
const LONG_TEXT = 110;

interface MessageListProps {
  /** The dialog that it is in, if it is in one. */
  readonly sheet?: OpenSheet;
}

/**
 * What the page has to say, one message at a time, and the one that somebody reads. A dialog covers the page and keeps it
 * from being touched, so each has a list of its own, and the uppermost speaks.
 */
export function MessageList({ sheet }: MessageListProps) {
  const { messages, sheets } = useParts();
  if (sheets.value.at(-1) !== sheet) return null;
  const lines = [messages.held.value, messages.shown.value];
  return (
    <div class="messages" role="log" aria-live="polite" aria-label="Messages">
      {lines.map((message) => message && <Line key={message.id} message={message} />)}
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
          {lines.map((one, place) => (
            <li key={place}>{one}</li>
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
