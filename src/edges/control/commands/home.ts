import { Type } from "typebox";
import type { Change } from "../../../core/home/changes/change.ts";
import { contentsOf } from "../../../core/home/home.ts";
import { command, type Refused, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { given } from "../values.ts";
import { countsIn, HomeCounts } from "../views/status-view.ts";
import { giveCommand, refusalOf } from "./give-command.ts";

const HomeText = Type.String({ description: "the text of an export or of a home file" });
const Replaced = Type.Object({ before: HomeCounts, after: HomeCounts });

/** What concerns the home as a whole. */
export const HOME_COMMANDS = {
  "home.export": command({
    given: given({}),
    result: Type.Object({ text: Type.String() }),
    run: async (_given, controls) => ({ result: { text: await controls.exportHome() } }),
  }),

  /** An export and what an export leaves out; keys only if asked for. */
  "home.backup": command({
    given: given({ withKeys: Type.Optional(Type.Boolean({ description: "true or false" })) }),
    result: Type.Object({ text: Type.String() }),
    run: async ({ withKeys = false }, controls) => {
      const text = await controls.backupHome(withKeys);
      const did = withKeys ? "backup with key digests made" : "backup made";
      controls.gateway.trail.note({ by: controls.by, did, devices: [], outcome: "done" });
      return { result: { text } };
    },
  }),

  /** What an import would replace, and by what. */
  "home.check": command({
    given: given({ text: HomeText }),
    result: Replaced,
    run: async ({ text }, controls) => {
      const read = await controls.readHome(text);
      if ("problems" in read) return refused(...read.problems);
      return { result: { before: countsIn(contentsOf(controls.gateway.home)), after: countsIn(read) } };
    },
  }),

  /** The gateway stays the one it is, its clients stay paired, and the home before is kept beside it. */
  "home.import": command({
    given: given({ text: HomeText }),
    result: Type.Object({ ...Replaced.properties, kept: Type.String() }),
    run: async ({ text }, controls) => {
      const { storeProblem } = controls.gateway;
      const read = await controls.readHome(text);
      if ("problems" in read) return refused(...read.problems);
      if (storeProblem !== undefined) return refusalOf("not-stored", controls.gateway);
      const kept = await controls.keepHome();
      const replaced = await replaceHome(controls, { kind: "homeImported", contents: read });
      return "refused" in replaced ? replaced : { result: { ...replaced, kept } };
    },
  }),

  /** The gateway becomes a new one. */
  "home.reset": command({
    given: given({}),
    result: Replaced,
    run: async (_given, controls, { sessionId }) => {
      const factory = await controls.factoryHome();
      if ("problems" in factory) return refused(...factory.problems);
      const replaced = await replaceHome(controls, { kind: "homeReplaced", contents: factory });
      if ("refused" in replaced) return replaced;
      await controls.sessions?.endForReset(sessionId, controls.by);
      await controls.forgetEverything();
      return { result: replaced };
    },
  }),
};

interface Replaced {
  readonly before: HomeCounts;
  /** What is there in the end: real devices stay where they are, and whoever tells of them tells of them again. */
  readonly after: HomeCounts;
}

/** One home instead of another. */
async function replaceHome(controls: Controls, change: Change): Promise<Refused | Replaced> {
  const counts = () => countsIn(contentsOf(controls.gateway.home));
  const before = counts();
  const refusal = await giveCommand(controls, change);
  return refusal ?? { before, after: counts() };
}
