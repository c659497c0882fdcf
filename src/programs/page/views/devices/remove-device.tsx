import { useState } from "preact/hooks";
import { Confirm } from "../../parts/confirm.tsx";

interface RemoveDeviceProps {
  readonly name: string;
  readonly onRemove: (isForced: boolean) => void;
  readonly onClose: () => void;
}

/** Asks before a device is removed, and says what that means. */
export function RemoveDevice({ name, onRemove, onClose }: RemoveDeviceProps) {
  const [isForced, setForced] = useState(false);
  return (
    <Confirm title={`Remove ${name}?`} action="Remove" onClose={onClose} onConfirm={() => onRemove(isForced)}>
      <p>The device leaves the network and its room. Scenes lose what they had saved of it. It can join again later.</p>
      <label class="check">
        <input type="checkbox" checked={isForced} onChange={({ currentTarget }) => setForced(currentTarget.checked)} />
        Remove it even if it does not answer
      </label>
      <p class="quiet">
        A device that does not answer is only deleted from the list. If it was just without power, it may come back.
      </p>
    </Confirm>
  );
}
