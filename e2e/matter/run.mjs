// Has the CHIP SDK's controller, by way of python-matter-server, pair with the built gateway and control it, on a network of
// two machines.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Controller } from "./controller.mjs";
import { Gateway } from "./gateway.mjs";
import { Networks } from "./networks.mjs";
import { Tour } from "./tour.mjs";

const work = mkdtempSync(join(tmpdir(), "luxgate-matter-"));
const folder = (name) => {
  const path = join(work, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
};
const networks = new Networks();
const gateway = new Gateway(networks.gateway, folder("state"));
const controller = new Controller(networks.controller, folder("controller"));
const tour = new Tour(gateway, controller);
try {
  await networks.set();
  await Promise.all([gateway.start(), controller.start()]);
  console.log("The CHIP SDK's controller (python-matter-server):");
  await tour.go(join(work, "restored"));
} finally {
  await Promise.allSettled([tour.stop(), controller.stop()]);
  networks.remove();
  rmSync(work, { recursive: true, force: true });
}
