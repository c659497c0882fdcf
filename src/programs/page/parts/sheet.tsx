import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { MessageList } from "../message-list.tsx";
import { useParts } from "../page-parts.ts";
import { IconButton } from "./controls.tsx";
import type { OpenSheet } from "./open-sheets.ts";
import { keepScrollbarWidth } from "./scrollbar-width.ts";
import { useSwipeDown } from "./swipe-down.ts";

interface SheetProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Whether something was typed or chosen that is not saved: only the cross, or a button of the sheet, discards that. */
  readonly isUnsaved?: boolean;
  readonly onClose: () => void;
}

const UNSAVED = "Your changes are not saved. To discard them, close with the cross.";

/**
 * A dialog: from below on phones, where a swipe down on its head closes it; in the middle on desks. The browser keeps the
 * focus inside. Escape, Back and a touch beside it close it too.
 */
export function Sheet({ title, children, isUnsaved = false, onClose }: SheetProps) {
  const { sheets, messages } = useParts();
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = () => {
    if (isUnsaved) messages.say(UNSAVED);
    else onClose();
    return !isUnsaved;
  };
  const sheet = useOpenSheet({ close: onClose, leave });
  const swipe = useSwipeDown(dialog, leave);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (sheets.peek().length === 0) keepScrollbarWidth();
    element?.showModal();
    sheets.value = [...sheets.peek(), sheet];
    return () => {
      sheets.value = sheets.peek().filter((one) => one !== sheet);
      element?.close();
      const message = messages.shown.peek();
      if (message?.text === UNSAVED) messages.dismiss(message.id);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={({ currentTarget }) => {
        // Browsers close a dialog by a second Escape, whatever became of the first.
        if (currentTarget.isConnected && !leave()) currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) leave();
      }}
    >
      <div class="sheet-body">
        <header class="sheet-head" {...swipe}>
          <h2>{title}</h2>
          <IconButton label="Close" icon="close" onPress={onClose} />
        </header>
        {children}
      </div>
      <MessageList sheet={sheet} />
    </dialog>
  );
}

/** The same for as long as the sheet is open, with what it does as it was drawn last. */
function useOpenSheet(actions: OpenSheet): OpenSheet {
  const latest = useRef(actions);
  latest.current = actions;
  const sheet = useRef<OpenSheet>({ close: () => latest.current.close(), leave: () => latest.current.leave() });
  return sheet.current;
}
