import text from "../../../../docs/spec-gaps.md";
import { gapsIn } from "./gaps.ts";

export const GAPS = gapsIn(text);
