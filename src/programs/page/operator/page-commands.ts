import type { CommandName, GivenTo, NewsOf, ResultOf } from "../../../edges/control/commands.ts";

export type { RequestView, SessionView } from "../../../edges/control/views/access-view.ts";
export type { FabricView, MatterView, MatterWindowView } from "../../../edges/control/views/matter-view.ts";
export type { TrafficEntry } from "../../../shared/traffic-entry.ts";

/** All commands that the page can give, with what each is given, tells and gives. */
export type Name = CommandName;
export type Given<Of extends Name> = GivenTo<Of>;
export type News<Of extends Name> = NewsOf<Of>;
export type Result<Of extends Name> = ResultOf<Of>;
