/**
 * Remembers, by URL, the GET calls that a screen made before its first rows arrived. When the URL is opened again,
 * `early/early.js` makes them at once, while the code still loads: which rows a screen needs (by the kept view and the
 * person's permissions) is otherwise known only when all code has run.
 */
import { paths } from "@nihol/contract/values/paths";
import { keepLocally } from "../browser/keep-locally.ts";
import { dropEarlyAnswers } from "./early-answers.ts";

const key = "first_calls";
/** URLs that are kept, those opened last, and calls of each: they bound what lies in localStorage. */
const maxUrls = 24;
const maxCallsPerUrl = 10;

/** Calls of the frame on every screen; the profile is asked for early anyway. */
const ofFrame: readonly string[] = [
  paths.userProfile,
  paths.territoryUpdate,
  `${paths.notice}/count`,
];

/** Calls since the page was opened; undefined once the first rows are there. */
let asked: string[] | undefined = [];
let address = "";
let pending = 0;

/** Waits for the answer of a GET and notes it, if it is one of those that the page begins with. */
export async function noteFirstCall<Answer>(
  path: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (!asked || ofFrame.includes(path)) return answer;
  if (asked.length === 0) address = window.location.pathname + window.location.search;
  asked.push(path);
  pending += 1;
  try {
    return await answer;
  } finally {
    pending -= 1;
    if (pending === 0) setTimeout(finishRecording);
  }
}

/** Ends the recording once all is answered that was asked together: what follows waits for these answers, or comes after the rows. */
function finishRecording(): void {
  if (pending > 0 || !asked) return;
  // A screen asks after its parts: its own rows stand first.
  keep(asked.reverse().slice(0, maxCallsPerUrl));
  asked = undefined;
  dropEarlyAnswers();
}

function keep(calls: string[]): void {
  const others = Object.entries(kept()).filter(([one]) => one !== address);
  const all = [[address, calls], ...others].slice(0, maxUrls);
  keepLocally(key, JSON.stringify(Object.fromEntries(all)));
}

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** Forgets all at sign-out: the calls say what the person looked at. */
export const forgetFirstCalls = (): void => localStorage.removeItem(key);
