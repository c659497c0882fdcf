import type { Stats } from "node:fs";
import { userInfo } from "node:os";

export const ROOT = 0;

/** The user who runs this process; undefined where the system has no such numbers (Windows). */
export const ownUserId = (): number | undefined => process.geteuid?.();

export const isOwn = ({ uid }: Pick<Stats, "uid">): boolean => {
  const own = ownUserId();
  return own === undefined || own === uid;
};

/** A user as `chown` takes one: by name where the system gives us one. */
export function userName(userId: number): string {
  if (userId === ROOT) return "root";
  if (userId !== ownUserId()) return String(userId);
  try {
    return userInfo().username;
  } catch {
    // A user whom the system does not know, as in some containers.
    return String(userId);
  }
}

/** A user in a sentence. */
export function userWords(userId: number): string {
  const name = userName(userId);
  return /^\d+$/.test(name) ? `user ${name}` : name;
}

/** A command with `sudo` unless this user is root. */
export const asRoot = (command: string): string => (ownUserId() === ROOT ? command : `sudo ${command}`);

/** A path as a shell takes it. */
export const shellWord = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
