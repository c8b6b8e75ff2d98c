import type { StoredProblem } from "@nihol/contract/values/errors";
import type { Language } from "@nihol/contract/values/languages";
import { text } from "@nihol/locales/text";

/** A stored `{code, params}` in the reader's language. */
export function problemText(problem: StoredProblem | null, language: Language) {
  return (
    problem && {
      code: problem.code,
      detail: text(language, `errors.${problem.code}`, problem.params ?? {}),
    }
  );
}
