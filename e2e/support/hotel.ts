import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { IssuedCertificate } from "../../test/support/http/certificate-authority.ts";
import { ConfiguredServers } from "../../test/support/nats/configured-servers.ts";
import { FleetOperator } from "./fleet-operator.ts";
import { FREE_PORTS_HERE, FRONT_PORTS_HERE, Program, temporaryFolder } from "./program.ts";

const HOME = (floor: number) => `
rooms:
  - name: Hall ${floor}
    devices:
      - { name: Lamp ${floor}, product: colour bulb, serial: F${floor} }
`;

/** A fleet on one server, all of it the built programs. */
export class Hotel {
  readonly operator: FleetOperator;
  readonly servers: ConfiguredServers;
  readonly urls: readonly string[];

  private constructor(operator: FleetOperator, servers: ConfiguredServers, urls: readonly string[]) {
    this.operator = operator;
    this.servers = servers;
    this.urls = urls;
  }

  /** With a certificate, all connections are encrypted. */
  static async open(certificate?: IssuedCertificate): Promise<Hotel> {
    const operator = new FleetOperator();
    await operator.does(`fleet init --name "Grand Hotel"${certificate ? " --tls" : ""}`);
    const file = join(operator.folder, "servers/one-node/nats-server.conf");
    const servers = await ConfiguredServers.start([file], [], certificate ? { certificate } : {});
    onTestFinished(() => servers.stop());
    const urls = servers.urls.map((url) => (certificate ? url.replace("nats:", "tls:") : url));
    operator.servers = urls;
    if (certificate) operator.authority = certificate.ca;
    await operator.does("fleet setup");
    return new Hotel(operator, servers, urls);
  }

  /** Starts gateways with one lamp each, and waits until the fleet has them. */
  async serve(...floors: readonly number[]): Promise<readonly Program[]> {
    const gateways: Program[] = [];
    for (const floor of floors) gateways.push(await this.startGateway(floor));
    const online = `${floors.length} of ${floors.length} online`;
    await expect.poll(async () => (await this.operator.types("luxgate fleet status")).output).toContain(online);
    const devices = async () => JSON.parse(await this.operator.does("fleet devices --json")).length;
    await expect.poll(devices).toBe(floors.length * 2);
    return gateways;
  }

  async startGateway(floor: number, ...more: readonly string[]): Promise<Program> {
    const { credentials } = JSON.parse(await this.operator.does(`fleet add "Floor ${floor}" --json`));
    const home = join(temporaryFolder(), "home.yaml");
    writeFileSync(home, HOME(floor));
    const fleet = [
      "--fleet",
      this.urls.join(","),
      "--fleet-credentials",
      credentials,
      ...this.#authority("--fleet-ca"),
    ];
    const gateway = Program.serve([...FREE_PORTS_HERE, "--home", home, ...fleet, ...more]);
    await gateway.ready();
    return gateway;
  }

  async startFront(name: string, ...more: readonly string[]): Promise<Program> {
    const { credentials } = JSON.parse(await this.operator.does(`fleet add-front "${name}" --json`));
    const nats = ["--nats", this.urls.join(","), "--credentials", credentials, ...this.#authority("--ca")];
    return Program.start(["fleet", "serve", ...nats, ...FRONT_PORTS_HERE, ...more]);
  }

  #authority(flag: string): readonly string[] {
    const { authority } = this.operator;
    return authority === undefined ? [] : [flag, authority];
  }
}
