/** Chooses the language at sign-in: the account's, or one that the person chose on this browser since (decision 16). */

import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { Language } from "@nihol/contract/values/languages";
import { userStore } from "../api/session.ts";
import { keepLocally } from "../browser/keep-locally.ts";
import { isLanguage, showLanguage } from "./i18n.ts";

/** Choices of those who signed in here: `{"7": {"language": "az", "account": "ru"}}`. */
const choicesKey = "language_choices";
/** Choice at the sign-in screen of this tab; it belongs to whoever signs in next. */
const pendingKey = "language_choice";

/** Language that somebody chose on this browser, and the one that their account had then. */
interface LanguageChoice {
  language: Language;
  account: Language;
}

/**
 * The language after signing in. A choice made here holds as long as the account's language is the one that it was
 * made against: no clock is compared, since a browser's may be years off.
 */
export function languageAtSignIn(
  account: Language,
  chosen: LanguageChoice | undefined,
  pending: Language | undefined,
): Language {
  if (pending) return pending;
  return chosen && chosen.account === account ? chosen.language : account;
}

/** Shows the language, and keeps it as the choice of who is signed in, or of who signs in next in this tab. */
export async function chooseLanguage(language: Language): Promise<void> {
  const { userData } = userStore();
  if (userData) keepChoice(userData, language);
  else sessionStorage.setItem(pendingKey, language);
  await showLanguage(language);
}

/** After signing in: shows the language that holds for this person, with its texts loaded. */
export async function applyLanguage(person: UserProfile): Promise<void> {
  const stored = sessionStorage.getItem(pendingKey);
  const pending = isLanguage(stored) ? stored : undefined;
  sessionStorage.removeItem(pendingKey);
  const language = languageAtSignIn(person.language, choices()[person.id], pending);
  keepChoice(person, language);
  await showLanguage(language);
}

/** A choice that says what the account says is none. */
function keepChoice({ id, language: account }: UserProfile, language: Language): void {
  const { [id]: _, ...others } = choices();
  const kept = language === account ? others : { ...others, [id]: { language, account } };
  keepLocally(choicesKey, JSON.stringify(kept));
}

function choices(): Record<string, LanguageChoice | undefined> {
  try {
    return JSON.parse(localStorage.getItem(choicesKey) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
