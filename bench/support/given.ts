import { once } from "node:events";

/** In a load's process: what it is given; what it finds goes back the same way. */
export async function given<Given>(): Promise<Given> {
  const [message] = await once(process, "message");
  return (message as { readonly given: Given }).given;
}

export function found(results: unknown): void {
  process.send?.(results, () => process.disconnect());
}
