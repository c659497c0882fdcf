import { limitsOf } from "../../../edges/http/limits.ts";
import type { AnsweredRequest } from "../../../edges/http/request-observer.ts";
import { PAGE_FOLDER, VERSION } from "../../../runtime/package.ts";
import { type RunningGateway, type StartOptions, startGateway } from "../../../runtime/start-gateway.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { listenProblem } from "../../../shared/listen-problem.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { CommandFault } from "../command-fault.ts";
import type { ServedHome } from "./home-to-serve.ts";
import { log, logEntries, logError } from "./log.ts";
import { logRefused, logRefusedRequests } from "./log-refusals.ts";
import { requestEntry } from "./log-requests.ts";
import { logListening, logPublisher, logStore } from "./log-states.ts";
import { leavesMqttPort, ownMqttPort } from "./own-mqtt-port.ts";
import type { ServeOptions } from "./serve-command.ts";
import { logTls } from "./serve-tls.ts";
import type { TypedCommand } from "./typed-command.ts";

/** The devices to serve, simulated ones where nothing is given; and HTTPS, where it is wanted. */
export type ServedDevices = Pick<StartOptions, "startDevices" | "order" | "tls" | "readinessProblems">;

/** Starts the gateway on the home that is served, with a line in the log for whatever happens to it. */
export async function startServing(
  options: ServeOptions,
  { contents, store, storeProblem }: ServedHome,
  { typed, ...devices }: ServedDevices & { readonly typed: TypedCommand },
): Promise<RunningGateway> {
  if (leavesMqttPort(options)) {
    log(
      `The built-in MQTT broker is off: port ${options.mqttPort} belongs to the broker of --backend. Choose another port with --mqtt-port.`,
    );
  }
  const limits = limitsOf(options);
  const onStoreProblem = logStore();
  onStoreProblem(storeProblem);
  try {
    const running = await startGateway({
      ...options,
      advertiseIp: options.advertiseIp,
      mac: options.mac,
      pageFolder: options.page ? PAGE_FOLDER : undefined,
      mqttPort: ownMqttPort(options),
      mqttBroker: options.mqttUrl,
      mqttAuthority: options.mqttCa,
      ...devices,
      contents,
      store,
      sessionFile: { read: () => store.readSessions(), replace: (text) => store.writeSessions(text) },
      storeProblem,
      onStoreProblem,
      limits,
      clock: SYSTEM_CLOCK,
      today: () => new Date(),
      onPaired: ({ name }) => log(`Paired with ${JSON.stringify(name)}. To see or revoke its key: ${typed("keys")}`),
      onDiscoveryState: logListening("Discovery", "UDP port"),
      onMqttState: logListening("MQTT", "port"),
      onMqttRefused: logRefused(SYSTEM_CLOCK.now),
      onPublisherState: logPublisher(options.mqttUrl),
      metersRequests: options.metricsPort !== undefined,
      onFault,
      onRefused: logRefusedRequests(SYSTEM_CLOCK.now),
      onAnswered: options.logRequests ? logAnswered : undefined,
    });
    updateOwnVersion(running);
    logTls(options.host, running.http.tlsPort, devices.tls);
    return running;
  } catch (error) {
    await store.close();
    throw cannotListen(error, options) ?? error;
  }
}

/** Logs a request and what became of it. */
export const logAnswered = (answered: AnsweredRequest): void => logEntries([requestEntry(answered)]);

export const onFault = (fault: unknown) => logError(`Fault: ${fault instanceof Error ? fault.stack : String(fault)}`);

/** The stored home may know the gateway from before it was updated. */
function updateOwnVersion({ gateway }: RunningGateway): void {
  const device = gateway.home.gateway;
  if (device) gateway.submit({ kind: "deviceUpdated", deviceId: device.id, softwareVersion: VERSION });
}

export function cannotListen(
  error: unknown,
  options: Pick<ServeOptions, "host" | "httpPort" | "httpsPort">,
): CommandFault | undefined {
  const { host } = options;
  const isTls = isAtPort(error, options.httpsPort);
  const [name, port, flag] = isTls
    ? ["HTTPS", options.httpsPort, "--https-port"]
    : ["HTTP", options.httpPort, "--http-port"];
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new CommandFault(
        [`${name} port ${port} is in use by another program. Stop that program, or choose another port with ${flag}.`],
        error,
      );
    case "EACCES":
      return new CommandFault(
        [`This user has no permission to use ${name} port ${port}. Choose a port above 1023 with ${flag}.`],
        error,
      );
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return new CommandFault([`This machine does not have the address ${host}. Choose another with --host.`], error);
    default: {
      const problem = listenProblem(error);
      return problem === undefined ? undefined : new CommandFault([problem], error);
    }
  }
}

const isAtPort = (error: unknown, port: number): boolean =>
  error instanceof Error && "port" in error && error.port === port;
