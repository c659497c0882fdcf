import type { ComponentChildren } from "preact";
import { Button } from "./controls.tsx";
import { RefusalLines } from "./refusal-lines.tsx";

interface FormProps {
  /** What its button says. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Whether something is missing. */
  readonly isIncomplete?: boolean;
  /** Why the last try was refused, in lines. */
  readonly refusal: readonly string[];
  readonly onSend: () => Promise<void>;
  readonly onCancel: () => void;
  /** Buttons before the others. */
  readonly otherActions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What a person fills in and sends, once at a time. What is wrong stands in it. */
export const Form = (props: FormProps) => {
  const { action, isBusy, isIncomplete = false, refusal, onSend, onCancel, otherActions, children } = props;
  const isReady = !isBusy && !isIncomplete;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void onSend();
      }}
    >
      {children}
      <RefusalLines lines={refusal} />
      <div class="actions">
        {otherActions}
        <Button onPress={onCancel}>Cancel</Button>
        <button type="submit" class="button button-strong" disabled={!isReady}>
          {action}
        </button>
      </div>
    </form>
  );
};
