import type { ChangeNotification } from "../core/home/changes/change-notification.ts";
import type { Home } from "../core/home/home.ts";

/** Whether a key went with a change. A use of a key changes it, too, and an import takes it out and puts it back. */
export const isAnyKeyGone = ({ keys }: Home, { replacements }: ChangeNotification): boolean =>
  replacements.some(({ in: kind, before }) => kind === "keys" && before !== undefined && !keys.get(before.id));
