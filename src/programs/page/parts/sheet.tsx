import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MessageList } from "../message-list.tsx";
import { useParts } from "../page-parts.ts";
import { IconButton } from "./controls.tsx";
import { useSwipeDown } from "./swipe-down.ts";

interface SheetProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/**
 * A dialog: from below on phones, where a swipe down on its head closes it; in the middle on desks. The browser keeps the
 * focus inside and closes it by Escape.
 */
export function Sheet({ title, children, onClose }: SheetProps) {
  const { sheets } = useParts();
  const [id] = useState(() => Symbol(title));
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipeDown(dialog, onClose);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    sheets.value = [...sheets.value, id];
    return () => {
      sheets.value = sheets.value.filter((one) => one !== id);
      element?.close();
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
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="sheet-body">
        <header class="sheet-head" {...swipe}>
          <h2>{title}</h2>
          <IconButton label="Close" icon="close" onPress={onClose} />
        </header>
        {children}
      </div>
      <MessageList sheet={id} />
    </dialog>
  );
}
