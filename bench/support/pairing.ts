import { OperatorLine } from "../../e2e/support/operator-line.ts";
import type { LargeHome } from "./homes.ts";

/** A key for whoever changes something: the button is pressed, and a client pairs. */
export async function pairedKey({ url, stateFolder }: Pick<LargeHome, "url" | "stateFolder">): Promise<string> {
  const operator = await OperatorLine.open(stateFolder);
  await operator.done({ command: "press", with: {} });
  operator.close();
  const answer = await fetch(`${url}/api`, { method: "POST", body: JSON.stringify({ device_type: "acme#bench" }) });
  const { data } = (await answer.json()) as { readonly data: { readonly obj: { readonly username: string } } };
  return data.obj.username;
}
