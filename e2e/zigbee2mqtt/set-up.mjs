// Installs the real Zigbee2MQTT beside these tests, when it is not there yet or its lock has changed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackagesIn } from "../../tools/packages-beside.mjs";

installPackagesIn(dirname(fileURLToPath(import.meta.url)), "Zigbee2MQTT");
