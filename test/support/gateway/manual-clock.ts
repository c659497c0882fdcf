// The clock that users of luxgate/testing drive is the one that our own tests drive.
export { DrivenClock as ManualClock } from "../../../src/testing/driven-clock.ts";
