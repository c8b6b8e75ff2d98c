/** Names are resolved here and nowhere else: the addresses that were judged are the ones that are connected to. */
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { SourceProblem } from "./source-problem.ts";

/** Answers a name with its addresses. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
export const systemResolve: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/**
 * All addresses of a name, once each of them is public: a name with one inside address is refused whole, so that it
 * does not depend on luck which one is taken.
 * @throws SourceProblem
 */
async function publicAddresses(host: string, resolve: Resolve) {
  const found = await resolve(host).catch(() => []);
  if (found.length === 0) throw new SourceProblem("source_name_unknown", { host }, true);
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new SourceProblem("source_inside", { host });
  return found;
}

/** The lookup of a connection: it hands on what was judged a moment ago in the same call, so no second answer is asked for. */
export const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    publicAddresses(host, resolve).then(
      (found) => {
        const [first] = found;
        if (options.all || !first) done(null, found);
        else done(null, first.address, first.family);
      },
      (error) => done(error, "", 4),
    );
  };
