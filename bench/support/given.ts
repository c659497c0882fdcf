import { once } from "node:events";

/** In a load's process: what it is given; what it finds goes back the same way. */
export async function given<Given>(): Promise<Given> {
  const [message] = await once(process, "message");
  return (message as { readonly given: Given }).given;
}

export function found(results: unknown): void {
  process.send?.(results, () => process.disconnect());
}

/** In a process that is asked several things: answers one after the other, until nobody asks any more. */
export function answering<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on("message", async ({ given: question }: { readonly given: Question }) => {
    process.send?.((await answer(question)) ?? {});
  });
  process.once("disconnect", () => process.exit());
}
