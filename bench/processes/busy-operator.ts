import { OperatorLine, type OperatorRequest } from "../../e2e/support/operator-line.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly stateFolder: string;
  readonly seconds: number;
  /** One after the other, again and again. */
  readonly requests: readonly OperatorRequest[];
}

// Has commands done by the operator's socket, each once the one before is done.
const { stateFolder, seconds, requests } = await given<Given>();
const operator = await OperatorLine.open(stateFolder);
const overMillis = performance.now() + seconds * 1_000;
let done = 0;
while (performance.now() < overMillis)
  for (const request of requests) {
    await operator.ask(request);
    done += 1;
  }
operator.close();
found({ done });
