import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { someFolder } from "../store/some-folder.ts";

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];

/** A certificate with its key, in files, and the file of its authority. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** An authority of a test's own, which issues certificates as an operator of servers has them. */
export class CertificateAuthority {
  /** What clients are to trust. */
  readonly cert: string;
  readonly #folder = someFolder();
  #issued = 0;

  constructor() {
    this.cert = join(this.#folder, "ca.pem");
    openssl(...KEY, "-keyout", this.#key, "-out", this.cert, "-subj", "/CN=Test authority");
  }

  /** For servers and clients alike; names such as `DNS:nats-1.lan` or `IP:127.0.0.1`. */
  issue(...names: readonly string[]): IssuedCertificate {
    this.#issued += 1;
    const [cert, key] = ["cert", "key"].map((kind) => join(this.#folder, `${kind}-${this.#issued}.pem`));
    const files = ["-keyout", key ?? "", "-out", cert ?? "", "-CA", this.cert, "-CAkey", this.#key];
    const extensions = [
      `subjectAltName=${names.join(",")}`,
      "extendedKeyUsage=serverAuth,clientAuth",
      "basicConstraints=critical,CA:FALSE",
    ];
    openssl(...KEY, ...files, "-subj", "/CN=server", ...extensions.flatMap((extension) => ["-addext", extension]));
    return { cert: cert ?? "", key: key ?? "", ca: this.cert };
  }

  get #key(): string {
    return join(this.#folder, "ca-key.pem");
  }
}

const openssl = (...args: readonly string[]): void =>
  void execFileSync("openssl", ["req", "-x509", ...args], { stdio: "pipe" });
