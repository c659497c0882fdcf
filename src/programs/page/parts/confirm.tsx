import type { ComponentChildren } from "preact";
import { Button } from "./controls.tsx";
import { Sheet } from "./sheet.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export const Confirm = ({ title, children, action, onConfirm, onClose }: ConfirmProps) => (
  <Sheet title={title} onClose={onClose}>
    {children}
    <div class="actions">
      <Button onPress={onClose}>Cancel</Button>
      <Button
        look="danger"
        onPress={() => {
          onClose();
          onConfirm();
        }}
      >
        {action}
      </Button>
    </div>
  </Sheet>
);
