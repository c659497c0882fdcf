import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { Clock } from "../../../shared/clock.ts";
import { codeOf, reasonOf } from "../../../shared/error-code.ts";

/** Where a certificate and its key are, in PEM; the certificate may be followed by those that vouch for it. */
interface CertificateFiles {
  readonly certificatePath: string;
  readonly keyPath: string;
}

/** As Node's TLS takes them. */
export interface CertificateTexts {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions extends CertificateFiles {
  readonly clock: Clock;
  /** Called when other files were taken, and with why they were not. */
  readonly onChange: (change: { readonly validUntil: string } | { readonly problem: string }) => void;
}

/** How often the files are looked at: whoever renews a certificate does so days before it ends. */
const LOOK_MILLIS = 10_000;
const MOST_BYTES = 1024 * 1024;

/** The certificate that the gateway shows. It is read again when its files change; a bad one is not taken. */
export class TlsCertificate {
  readonly #options: CertificateOptions;
  #current: CertificateTexts;
  /** What was read last, be it bad: a problem is told once. */
  #lastRead: string;

  private constructor(options: CertificateOptions, current: CertificateTexts) {
    this.#options = options;
    this.#current = current;
    this.#lastRead = JSON.stringify(current);
  }

  static async read(options: CertificateOptions): Promise<TlsCertificate | { readonly problem: string }> {
    const read = await readTexts(options);
    const found = "problem" in read ? read : checked(read, options);
    return "problem" in found ? found : new TlsCertificate(options, found);
  }

  get current(): CertificateTexts {
    return this.#current;
  }

  get validUntil(): string {
    return validUntil(this.#current);
  }

  /** Looks at the files from now on, and calls back with each new certificate; returns what ends that. */
  watch(onRenewed: (renewed: CertificateTexts) => void): () => void {
    let isOver = false;
    let cancel: () => void = () => undefined;
    const lookLater = () => {
      cancel = this.#options.clock.after(LOOK_MILLIS, () => void look());
    };
    const look = async () => {
      const renewed = await this.#renewed();
      if (isOver) return;
      if (renewed) onRenewed(renewed);
      lookLater();
    };
    lookLater();
    return () => {
      isOver = true;
      cancel();
    };
  }

  /** Other texts than those before, if they are good. */
  async #renewed(): Promise<CertificateTexts | undefined> {
    const read = await readTexts(this.#options);
    const text = JSON.stringify(read);
    if (text === this.#lastRead) return undefined;
    this.#lastRead = text;
    const found = "problem" in read ? read : checked(read, this.#options);
    if ("problem" in found) {
      this.#options.onChange(found);
      return undefined;
    }
    this.#current = found;
    this.#options.onChange({ validUntil: this.validUntil });
    return found;
  }
}

async function readTexts(files: CertificateFiles): Promise<CertificateTexts | { readonly problem: string }> {
  const cert = await textOf(files.certificatePath);
  if ("problem" in cert) return cert;
  const key = await textOf(files.keyPath);
  return "problem" in key ? key : { cert: cert.text, key: key.text };
}

async function textOf(path: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { problem: `${path} is not a file` };
    if (found.size > MOST_BYTES) return { problem: `${path} is too large for a certificate or key` };
    return { text: await readFile(path, "utf8") };
  } catch (error) {
    return { problem: `${path} cannot be read (${codeOf(error) ?? String(error)})` };
  }
}

function checked(texts: CertificateTexts, files: CertificateFiles): CertificateTexts | { readonly problem: string } {
  const problem = problemIn(texts, files);
  return problem === undefined ? texts : { problem };
}

function problemIn({ cert, key }: CertificateTexts, files: CertificateFiles): string | undefined {
  const certificate = parsed(() => new X509Certificate(cert));
  if (!certificate) return `${files.certificatePath} contains no PEM certificate`;
  const privateKey = parsed(() => createPrivateKey(key));
  if (!privateKey) return `${files.keyPath} contains no PEM key, or a key with a passphrase`;
  const fits = certificate.checkPrivateKey(privateKey);
  if (!fits) return `the key in ${files.keyPath} does not match the certificate in ${files.certificatePath}`;
  return whyUnusable({ cert, key }, files);
}

/** What TLS objects to where it is to use them, such as a key that is too short. */
function whyUnusable(texts: CertificateTexts, { certificatePath }: CertificateFiles): string | undefined {
  try {
    createSecureContext(texts);
    return undefined;
  } catch (error) {
    return `${certificatePath} cannot be used (${reasonOf(error)})`;
  }
}

function parsed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** As the certificate has it, such as "Nov 18 20:15:00 2026 GMT". */
const validUntil = ({ cert }: CertificateTexts): string => new X509Certificate(cert).validTo;
