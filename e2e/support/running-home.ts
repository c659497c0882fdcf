import type { Wire } from "../../test/support/http/http-client.ts";
import { listTexts } from "./lists.ts";
import { OperatorLine, type OperatorRequest } from "./operator-line.ts";
import { type Manner, Program } from "./program.ts";

/** A gateway that runs on a folder, and an operator before it. */
export class RunningHome {
  readonly program: Program;
  readonly url: string;
  readonly folder: string;

  private constructor(program: Program, url: string, folder: string) {
    this.program = program;
    this.url = url;
    this.folder = folder;
  }

  static async on(folder: string, manner: Manner = {}): Promise<RunningHome> {
    const program = Program.serveFrom(folder, manner);
    const { url } = await program.ready();
    return new RunningHome(program, url, folder);
  }

  operator(): Promise<OperatorLine> {
    return OperatorLine.open(this.folder);
  }

  async done(request: OperatorRequest): Promise<Wire> {
    return (await this.operator()).done(request);
  }

  /** Every list as it comes over HTTP. */
  lists(): ReturnType<typeof listTexts> {
    return listTexts(this.url);
  }

  /** The exit code. */
  stop(): Promise<number | null> {
    return this.program.stop();
  }

  async kill(): Promise<void> {
    await this.program.stop("SIGKILL");
  }
}
