/**
 * Checks by its text whether an address may be requested at all: the scheme, the host, the port. Its IP is checked when
 * it is connected.
 */
import { isIP } from "node:net";
import { SourceProblem } from "./source-problem.ts";

/** Hosts that may be asked. */
export interface AllowedHosts {
  /** `tiles.example.org`, `*.example.org` for all names below it, `tiles.example.org:8443` for another port than the usual. */
  hosts: readonly string[];
  /** `127.0.0.1:8080`: servers inside, named by whoever runs the installation; the only ones whose IP is not asked about. */
  inside: readonly string[];
}

const usualPorts: Record<string, string> = { "http:": "80", "https:": "443" };

/** The host with its port, as the two lists name it. */
export const hostAndPort = (url: URL): string =>
  `${url.hostname}:${url.port || usualPorts[url.protocol]}`;

function isListed(url: URL, pattern: string): boolean {
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? [];
  if ((port ?? usualPorts[url.protocol]) !== (url.port || usualPorts[url.protocol])) return false;
  if (name.startsWith("*."))
    return url.hostname.endsWith(name.slice(1)) && isIP(url.hostname) === 0;
  return url.hostname === name;
}

/** Tells whether the installation's own setting allows it, whatever its IP. */
export const isInside = (url: URL, { inside }: AllowedHosts): boolean =>
  inside.some((one) => one.toLowerCase() === hostAndPort(url));

/**
 * Parses an address and judges it. What is written otherwise than it is meant (spaces, backslashes, numbers for an IP,
 * names that a reader of rasters would take for a file) is refused, not put right.
 * @throws SourceProblem
 */
export function checkAddress(text: string, allowed: AllowedHosts): URL {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[\u0000-\u0020\u007f\\<>]/.test(text))
    throw new SourceProblem("source_address", { address: shown(text) });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  if (!url) throw new SourceProblem("source_address", { address: shown(text) });
  if (url.username || url.password || written.includes("@"))
    throw new SourceProblem("source_address_credentials", { host: url.hostname });
  const host = written.replace(/:\d*$/, "").toLowerCase();
  // An IP in other figures (2130706433, 0x7f.1, 0177.0.0.1), a name in other letters or with a dot at its end.
  if (host !== url.hostname || host.endsWith(".") || host.includes("%"))
    throw new SourceProblem("source_address_odd", { host: shown(host) });
  if (isInside(url, allowed)) return url;
  if (!allowed.hosts.some((pattern) => isListed(url, pattern)))
    throw new SourceProblem("source_host", { host: url.port ? url.host : url.hostname });
  return url;
}

const shown = (text: string) => text.slice(0, 100);
