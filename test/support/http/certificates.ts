import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { someFolder } from "../store/some-folder.ts";

/** A certificate of a test's own in files that can be replaced, as whoever renews one does. */
export class Certificate {
  readonly cert: string;
  readonly key: string;

  constructor({ days = 2, name = "localhost", key = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"] } = {}) {
    const folder = someFolder();
    [this.key, this.cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    const kind = ["-newkey", ...key, "-nodes", "-days", `${days}`];
    const files = ["-keyout", this.key, "-out", this.cert];
    execFileSync("openssl", ["req", "-x509", ...kind, ...files, ...names], { stdio: "pipe" });
  }

  /** What clients are to trust. */
  get authority(): string {
    return readFileSync(this.cert, "utf8");
  }

  renewAs(other: Certificate): void {
    copyFileSync(other.cert, this.cert);
    copyFileSync(other.key, this.key);
  }
}
