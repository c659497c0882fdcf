import { listenProblem } from "../../../shared/listen-problem.ts";
import { startSandbox } from "../../sandbox/start-sandbox.ts";
import { CommandFault } from "../command-fault.ts";
import { onStopSignal } from "../serve/stop-signals.ts";
import { printOut } from "../terminal/standard-output.ts";
import { recordingFile } from "./recording-file.ts";

/** The flags of `luxgate sandbox`. */
export interface SandboxFlags {
  readonly home?: string;
  readonly clock: "real" | "driven";
  readonly profile: "home" | "shared";
  readonly key: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly host: string;
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly mqttPort: number;
  readonly controlHost: string;
  readonly controlPort: number;
  readonly controlOrigin: readonly string[];
  readonly record?: string;
  readonly update: boolean;
  readonly anyOrder: boolean;
  readonly endWithStdin: boolean;
}

/** Runs a sandbox until a signal, or the end of its standard input, stops it. */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  for (const [flag, isGiven] of Object.entries({ "--update": flags.update, "--any-order": flags.anyOrder }))
    if (isGiven && flags.record === undefined)
      throw new CommandFault([`${flag} does nothing without --record <file>.`]);
  const stopped = new Promise<void>((resolve) => {
    onStopSignal(resolve);
    if (flags.endWithStdin)
      process.stdin
        .on("error", () => resolve())
        .once("close", resolve)
        .once("end", resolve)
        .resume();
  });
  const recording =
    flags.record === undefined
      ? undefined
      : recordingFile(flags.record, {
          ...{ mayOverwrite: flags.update, anyOrder: flags.anyOrder },
          mayCreate: flags.update || !isContinuousIntegration(),
        });
  const sandbox = await started(flags, recording?.add);
  recording?.beginAt(sandbox.addresses.identity.resetId);
  printOut(JSON.stringify(sandbox.addresses));
  await stopped;
  await sandbox.stop();
  recording?.end();
}

async function started(flags: SandboxFlags, onRequest: Parameters<typeof startSandbox>[0]["onRequest"]) {
  const { home = "demo", clock, profile, key: keys, allowOrigin, host, httpPort, discoveryPort, mqttPort } = flags;
  try {
    return await startSandbox({
      gateway: { home, clock, profile, keys: [...keys], allowOrigin: [...allowOrigin] },
      host,
      ports: { http: httpPort, discovery: discoveryPort, mqtt: mqttPort },
      controlHost: flags.controlHost,
      controlPort: flags.controlPort,
      controlOrigins: flags.controlOrigin,
      token: givenToken(),
      onRequest,
    });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFault([error.message], error);
    const problem = listenProblem(error);
    if (problem === undefined) throw error;
    throw new CommandFault([`${problem} Choose another address or port. Port 0 takes a free one.`], error);
  }
}

/** Whether nobody is there who could commit what is written: the services of the trade all say so. */
function isContinuousIntegration(): boolean {
  const { CI = "" } = process.env;
  return !["", "0", "false"].includes(CI);
}

const TOKEN = /^[\x21-\x7e]{16,256}$/;

/** Out of the environment: other users of this machine can read the arguments of a program. */
function givenToken(): string | undefined {
  const { LUXGATE_SANDBOX_TOKEN: token } = process.env;
  if (token === undefined || TOKEN.test(token)) return token;
  throw new CommandFault(["LUXGATE_SANDBOX_TOKEN is invalid. Use 16 to 256 visible ASCII characters without spaces."]);
}
