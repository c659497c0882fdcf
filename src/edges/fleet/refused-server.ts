import { errorCode } from "../../shared/error-code.ts";

const UNKNOWN_AUTHORITY = "the server's certificate is not signed by the CA that is trusted here; check the CA file";

/** By Node's codes of what is wrong with a certificate. */
const OF_CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet; check the clocks",
};

/** Why a server that answers is not the one that is meant, in words for a person; undefined for other errors. */
export function whyRefused(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const host = error instanceof Error && "host" in error ? String(error.host) : "the server";
    return `the server's certificate is for another name than ${host}`;
  }
  const ofCertificate = code === undefined ? undefined : OF_CERTIFICATES[code];
  if (ofCertificate !== undefined) return ofCertificate;
  // The library has no code for it.
  const isPlain = error instanceof Error && error.message === "server does not support 'tls'";
  return isPlain ? "the server does not use TLS, but tls:// or a CA file was given" : undefined;
}
