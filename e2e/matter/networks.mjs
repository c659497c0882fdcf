// Two machines on one network, each with an interface `lan`: the gateway's (10.75.1.1) and the controller's (10.75.1.2).
import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

const run = (...args) => execFileSync("ip", args, { stdio: "pipe", encoding: "utf8" });

export class Networks {
  gateway = `luxgate-matter-${process.pid}-g`;
  controller = `luxgate-matter-${process.pid}-c`;

  async set() {
    for (const name of [this.gateway, this.controller]) run("netns", "add", name);
    run("-n", this.gateway, "link", "add", "lan", "type", "veth", "peer", "name", "lan", "netns", this.controller);
    for (const [name, address] of [
      [this.gateway, "10.75.1.1/24"],
      [this.controller, "10.75.1.2/24"],
    ]) {
      run("-n", name, "link", "set", "lo", "up");
      run("-n", name, "addr", "add", address, "brd", "+", "dev", "lan");
      run("-n", name, "link", "set", "lan", "up");
      // As on a machine at home. Without it, nobody can join a group of IPv4, and mDNS is heard over IPv6 alone.
      run("-n", name, "route", "add", "default", "dev", "lan");
    }
    // An address of IPv6 cannot be used until it is known that no other machine has it.
    for (const name of [this.gateway, this.controller])
      while (!/fe80(?!.*tentative)/.test(run("-n", name, "-6", "-o", "addr", "show", "dev", "lan"))) await pause(50);
  }

  remove() {
    for (const name of [this.gateway, this.controller]) run("netns", "del", name);
  }
}

/** How a program is run on one of the machines. */
export const inNetwork = (name, ...program) => ["ip", ["netns", "exec", name, ...program]];
