/** Reason why a source could not be asked or understood: an error code of the contract, and values for its text. */
import type { StoredProblem } from "@nihol/contract/values/errors";

/** An end with a reason that can be shown to people. */
export class SourceProblem extends Error {
  override name = "SourceProblem";
  readonly reason: Required<StoredProblem>;
  /** True where asking again a little later may help: the server is busy, slow or away. */
  readonly passing: boolean;

  constructor(code: string, params: Record<string, string | number> = {}, passing = false) {
    super(`${code} ${JSON.stringify(params)}`);
    this.reason = { code, params };
    this.passing = passing;
  }
}

/** Lists the names that there are, for the text of a problem: the first dozen, cut at 300 characters. */
export const listed = (names: readonly string[]) =>
  names.slice(0, 12).join(", ").slice(0, 300) || "–";
