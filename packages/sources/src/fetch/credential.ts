/** Tells a source who asks. The secret is sent to the source's own host alone, whatever it links to. */
import type { CredentialKind } from "@nihol/contract/values/imagery/imagery-sources";

export interface Credential {
  kind: CredentialKind;
  /** The name to sign in with, of the parameter, or of the header; not used for a token. */
  name: string;
  secret: string;
}

/** The address and the headers with what is secret, where they go to the credential's origin. */
export function withCredential(
  url: URL,
  credential: { origin: string; value: Credential } | undefined,
): { address: URL; headers: Record<string, string> } {
  if (!credential || credential.origin !== url.origin) return { address: url, headers: {} };
  const { kind, name, secret } = credential.value;
  if (kind === "bearer") return { address: url, headers: { authorization: `Bearer ${secret}` } };
  if (kind === "basic") {
    const pair = Buffer.from(`${name}:${secret}`).toString("base64");
    return { address: url, headers: { authorization: `Basic ${pair}` } };
  }
  if (kind === "header") return { address: url, headers: { [name.toLowerCase()]: secret } };
  if (kind !== "query") return { address: url, headers: {} };
  const address = new URL(url);
  address.searchParams.set(name, secret);
  return { address, headers: {} };
}
