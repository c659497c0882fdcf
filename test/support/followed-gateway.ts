import type { Change } from "../../src/home/change.ts";
import type { Home } from "../../src/home/home.ts";
import { WireEvents } from "../../src/present/events.ts";
import { Journal } from "../../src/present/journal.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "../../src/present/texts.ts";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "./builders.ts";
import { FoldedHome, type WireLists } from "./folded-home.ts";
import { FOUNDED, furthered, WHOLE_HOUSE } from "./founded-home.ts";
import { StoredGateway } from "./stored-gateway.ts";
