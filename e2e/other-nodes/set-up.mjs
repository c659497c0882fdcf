// Installs other Nodes beside their test, when they are not there yet or their lock has changed.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackagesIn } from "../../tools/packages-beside.mjs";

installPackagesIn(dirname(fileURLToPath(import.meta.url)), "other Nodes");
