import { useMayEdit } from "../../access/may-edit.ts";
import { lazily } from "../../lazily.tsx";
import { IconButton } from "../../parts/controls.tsx";
import { editing } from "./editing.ts";

const EditSheet = lazily(async () => (await import("./edit-sheet.tsx")).EditSheet);

/** Opens the rooms for editing. */
export function EditRooms() {
  if (!useMayEdit()) return null;
  return (
    <div class="head-end">
      <IconButton
        label="Edit rooms"
        icon="edit"
        onPress={() => {
          editing.value = { what: "rooms" };
        }}
      />
    </div>
  );
}

/** Whatever is open for editing. */
export const OpenEdit = () => (useMayEdit() && editing.value ? <EditSheet /> : null);
