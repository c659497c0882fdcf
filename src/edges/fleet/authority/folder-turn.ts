import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../../../shared/error-code.ts";
import { FolderInUse } from "../../store/faults.ts";
import { FolderLock } from "../../store/folder/folder-lock.ts";
import { FleetFault } from "../connect-once.ts";

const PATIENCE_MILLIS = 10_000;
const AGAIN_MILLIS = 20;

/** Does something to a folder while no other command does. A command that is killed holds up nobody. */
export async function inTurn<Result>(folder: string, work: () => Result): Promise<Result> {
  const lock = await lockOf(folder, Date.now() + PATIENCE_MILLIS);
  try {
    return work();
  } finally {
    lock.release();
  }
}

async function lockOf(folder: string, endsAt: number): Promise<FolderLock> {
  try {
    return new FolderLock(folder);
  } catch (error) {
    // Two commands may make the file of the lock at the same moment.
    if (!(error instanceof FolderInUse) && errorCode(error) !== "EEXIST") throw error;
    if (Date.now() > endsAt) throw new FleetFault(`Another command changes ${folder}. Run this one again.`);
    await delay(AGAIN_MILLIS);
    return lockOf(folder, endsAt);
  }
}
