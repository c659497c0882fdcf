/** Does something that the person at the terminal may end with Ctrl-C; a second time ends the program. */
export async function untilInterrupted<Result>(task: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    return await task(ending.signal);
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
}
