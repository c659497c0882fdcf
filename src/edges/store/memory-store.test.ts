import { times } from "../../../test/support/depth.ts";
import { behavesAsStore } from "../../../test/support/store/behaves-as-store.ts";
import { MemoryStore } from "./memory-store.ts";

behavesAsStore(
  "MemoryStore",
  () => {
    let last: MemoryStore | undefined;
    return async () => {
      const { contents, madeFrom = "" } = last ?? {};
      const store = new MemoryStore();
      if (contents) await store.begin(contents, madeFrom);
      last = store;
      return { store, contents, madeFrom };
    };
  },
  { numRuns: times(500) },
);
