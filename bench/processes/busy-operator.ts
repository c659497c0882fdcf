import { OperatorLine, type Wish } from "../../e2e/support/operator-line.ts";
import { found, given } from "../support/given.ts";

interface Given {
  readonly stateFolder: string;
  readonly seconds: number;
  /** One after the other, again and again. */
  readonly wishes: readonly Wish[];
}

// Has commands done by the operator's socket, each once the one before is done.
const { stateFolder, seconds, wishes } = await given<Given>();
const operator = await OperatorLine.open(stateFolder);
const overMillis = performance.now() + seconds * 1_000;
let done = 0;
while (performance.now() < overMillis)
  for (const wish of wishes) {
    await operator.ask(wish);
    done += 1;
  }
operator.close();
found({ done });
