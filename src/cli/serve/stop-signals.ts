import { ignoresHangup } from "./hangup.ts";

const ASKED_TO_STOP = ["SIGINT", "SIGTERM"] as const;
/** What the system sends when a terminal's window is closed or its connection is lost. */
const HANGUP = "SIGHUP";

const ignore = (): void => undefined;

/**
 * Calls back on the first signal to stop; the next SIGINT or SIGTERM ends the process at once. Gives what ends that. A
 * hangup comes from the system and then from the shell again, and takes the terminal away: it is heard once, and nothing
 * that is still written there does harm. Where hangups are to be ignored, they are.
 */
export function onStopSignal(stop: () => void): () => void {
  const end = () => {
    for (const signal of ASKED_TO_STOP) process.off(signal, stopOnce);
    process.off(HANGUP, hangUp);
  };
  const stopOnce = () => {
    end();
    process.on(HANGUP, ignore);
    stop();
  };
  const hangUp = () => {
    for (const output of [process.stdout, process.stderr]) output.on("error", ignore);
    stopOnce();
  };
  for (const signal of ASKED_TO_STOP) process.on(signal, stopOnce);
  process.on(HANGUP, ignoresHangup() ? ignore : hangUp);
  return end;
}
