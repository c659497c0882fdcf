import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Form } from "./form.tsx";
import { NameField } from "./name-field.tsx";
import { Sheet } from "./sheet.tsx";

interface NameSheetProps {
  readonly title: string;
  /** The name so far. */
  readonly name?: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly refusal: readonly string[];
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Asks for a name. */
export function NameSheet({ title, name: before = "", onName, onClose, children, ...form }: NameSheetProps) {
  const [name, setName] = useState(before);
  return (
    <Sheet title={title} isUnsaved={name !== before} onClose={onClose}>
      <Form {...form} isIncomplete={name.trim() === ""} onSend={() => onName(name)} onCancel={onClose}>
        <NameField name={name} hasFocus onName={setName} />
        {children}
      </Form>
    </Sheet>
  );
}
