// The clock that users of luxgate/testing drive is the one that our own tests drive.
export { DrivenClock as ManualClock } from "../../../src/libraries/testing/driven-clock.ts";
