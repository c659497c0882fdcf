import { OperatorLine } from "../../e2e/support/operator-line.ts";
import type { LargeHome } from "./homes.ts";

/** A key for whoever changes something: the button is pressed, and a client pairs. */
export async function pairedKey({ url, stateFolder }: Pick<LargeHome, "url" | "stateFolder">): Promise<string> {
  const operator = await OperatorLine.open(stateFolder);
  await operator.done({ command: "press", with: {} });
  operator.close();
  const key = await clientKey(url);
  if (key === undefined) throw new Error(`no client can pair at ${url}`);
  return key;
}

/** Undefined while nobody has pressed the button. */
export async function clientKey(url: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api`, { method: "POST", body: JSON.stringify({ device_type: "acme#bench" }) });
  const { data } = (await answer.json()) as { readonly data: { readonly obj?: { readonly username?: string } } };
  return data.obj?.username;
}
