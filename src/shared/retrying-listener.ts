import type { Clock } from "./clock.ts";
import { reasonOf } from "./error-code.ts";

export interface RetryingListenerOptions<Socket> {
  /** Opens the socket; `onLost` is called should the socket fail later, once it is closed. */
  readonly open: (onLost: (error: unknown) => void) => Promise<Socket>;
  readonly close: (socket: Socket) => Promise<void> | void;
  readonly onListening: (socket: Socket) => void;
  /** Called after every failed attempt too. */
  readonly onLost: (reason: string) => void;
  readonly clock: Pick<Clock, "after">;
  readonly retryMillis: number;
}

export interface RetryingListener<Socket> {
  /** Undefined while the socket cannot be opened, and after `stop`. */
  readonly socket: Socket | undefined;
  stop(): Promise<void>;
}

/** Listens on a socket that may be taken by another program, or fail: every so often another attempt is made. */
export async function listenWithRetries<Socket>(
  options: RetryingListenerOptions<Socket>,
): Promise<RetryingListener<Socket>> {
  const { open, close, onListening, onLost, clock, retryMillis } = options;
  let socket: Socket | undefined;
  let cancelRetry: () => void = () => undefined;
  let isStopped = false;

  const attempt = async () => {
    try {
      const opened = await open(lost);
      if (isStopped) return void (await close(opened));
      socket = opened;
      onListening(opened);
    } catch (error) {
      lost(error);
    }
  };
  const lost = (error: unknown) => {
    socket = undefined;
    if (isStopped) return;
    onLost(reasonOf(error));
    cancelRetry = clock.after(retryMillis, () => void attempt());
  };

  await attempt();
  return {
    get socket() {
      return socket;
    },
    async stop() {
      isStopped = true;
      cancelRetry();
      const open = socket;
      socket = undefined;
      if (open !== undefined) await close(open);
    },
  };
}
