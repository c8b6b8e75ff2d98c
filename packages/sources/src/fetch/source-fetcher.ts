/**
 * The one place from which Nihol asks servers of others. Each address is checked before it is asked, and so is the target
 * of each redirect; the IP is checked when it is connected to; answers are limited in bytes, time and kind.
 */
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type AllowedHosts, checkAddress, hostAndPort, isInside } from "./check-address.ts";
import { checkedLookup, type Resolve, systemResolve } from "./checked-lookup.ts";
import { type Credential, withCredential } from "./credential.ts";
import { isPublicAddress } from "./public-address.ts";
import { type Answer, type Expected, readAnswer } from "./read-answer.ts";
import { SourceProblem } from "./source-problem.ts";

export interface FetcherOptions {
  allowed: AllowedHosts;
  /** Sent to the host of `origin` alone. */
  credential?: { origin: string; value: Credential } | undefined;
  /** For tests: another answerer of names. */
  resolve?: Resolve;
  /** Milliseconds that one answer may take in all; 30 s when left out. */
  timeoutMs?: number;
}

export interface SourceFetcher {
  /** @throws SourceProblem; the signal's reason */
  get: (address: string, expected: Expected, signal?: AbortSignal) => Promise<Answer>;
  /** Sends JSON: the search of a catalogue. @throws SourceProblem; the signal's reason */
  post: (
    address: string,
    body: object,
    expected: Expected,
    signal?: AbortSignal,
  ) => Promise<Answer>;
  close: () => void;
}

const redirectsMax = 5;
const userAgent = "Nihol/1 (imagery source)";
const redirectCodes = [301, 302, 303, 307, 308];

/** Opens a fetcher; its connections are kept until it is closed. */
export function openFetcher(options: FetcherOptions): SourceFetcher {
  const { allowed, resolve = systemResolve, timeoutMs = 30_000 } = options;
  // Connections of servers inside are kept apart: a name that is trusted at one port is not at another.
  const agents = { keepAlive: true, maxSockets: 6, lookup: checkedLookup(resolve) } as const;
  const plain = new http.Agent(agents);
  const secure = new https.Agent(agents);
  const insideAgents = { keepAlive: true, maxSockets: 6 } as const;
  const insidePlain = new http.Agent(insideAgents);
  const insideSecure = new https.Agent(insideAgents);

  async function requestOnce(
    url: URL,
    sent: Sent,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const inside = isInside(url, allowed);
    // A connection to an IP asks no lookup.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (!inside && isIP(literal) && !isPublicAddress(literal))
      throw new SourceProblem("source_inside", { host: url.hostname });
    const isSecure = url.protocol === "https:";
    const agent = inside ? (isSecure ? insideSecure : insidePlain) : isSecure ? secure : plain;
    const { address, headers } = withCredential(url, options.credential);
    return send(isSecure ? https : http, address, {
      agent,
      method: sent.body === undefined ? "GET" : "POST",
      signal,
      headers: {
        "user-agent": userAgent,
        "accept-encoding": "identity, gzip;q=0.5",
        ...headers,
        ...sent.headers,
      },
      body: sent.body,
      mustBePublic: !inside,
    });
  }

  async function ask(address: string, first: Sent, expected: Expected, signal?: AbortSignal) {
    let sent = first;
    const deadline = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    let url = checkAddress(address, allowed);
    try {
      for (let hops = 0; ; hops++) {
        const answer = await requestOnce(url, sent, either);
        const { statusCode = 0, headers } = answer;
        if (!redirectCodes.includes(statusCode) || headers.location === undefined)
          return await readAnswer(answer, url, expected);
        answer.destroy();
        if (hops === redirectsMax) throw new SourceProblem("source_redirects", { host: url.host });
        url = redirectTarget(url, headers.location, allowed);
        // "See other": what was sent has been taken, and its answer lies there (RFC 9110, 15.4.4).
        if (statusCode === 303 && sent.body !== undefined) sent = { headers: {} };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted)
        throw new SourceProblem(
          "source_timeout",
          { host: hostAndPort(url), seconds: Math.round(timeoutMs / 1000) },
          true,
        );
      throw asProblem(error, url);
    }
  }

  return {
    get: (address, expected, signal) =>
      ask(
        address,
        { headers: expected.range ? rangeHeader(expected.range) : {} },
        expected,
        signal,
      ),
    post: (address, body, expected, signal) =>
      ask(
        address,
        { headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
        expected,
        signal,
      ),
    close() {
      for (const agent of [plain, secure, insidePlain, insideSecure]) agent.destroy();
    },
  };
}

interface Sent {
  headers: Record<string, string>;
  body?: string;
}

const rangeHeader = ({ start, end }: { start: number; end: number }) => ({
  range: `bytes=${start}-${end}`,
});

/** Target of a redirect, checked like an address that a person wrote; what was secret stays secret. */
function redirectTarget(from: URL, location: string, allowed: AllowedHosts): URL {
  const absolute = URL.canParse(location, from.href) ? new URL(location, from.href).href : location;
  // A whole address is checked as it is written.
  const next = checkAddress(/^[a-z][a-z0-9+.-]*:/i.test(location) ? location : absolute, allowed);
  if (from.protocol === "https:" && next.protocol === "http:")
    throw new SourceProblem("source_downgrade", { host: next.host });
  return next;
}

interface Request {
  agent: http.Agent;
  method: string;
  signal: AbortSignal;
  headers: Record<string, string>;
  body: string | undefined;
  mustBePublic: boolean;
}

function send(
  { request }: Pick<typeof http, "request">,
  url: URL,
  { body, mustBePublic, ...options }: Request,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      // Once more, of the connection itself: whatever came between, an inside machine is not read from.
      const { remoteAddress = "" } = answer.socket;
      if (!mustBePublic || remoteAddress === "" || isPublicAddress(remoteAddress))
        return resolve(answer);
      answer.destroy();
      return reject(new SourceProblem("source_inside", { host: url.hostname }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const certificateCodes = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/;

function asProblem(error: unknown, url: URL): unknown {
  if (error instanceof SourceProblem) return error;
  const { code = "", cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  if (cause instanceof SourceProblem) return cause;
  const host = hostAndPort(url);
  if (certificateCodes.test(code)) return new SourceProblem("source_certificate", { host });
  return new SourceProblem("source_unreachable", { host, why: code || "?" }, true);
}
