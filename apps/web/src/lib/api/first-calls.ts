/**
 * Keeps the calls with which an address begins, until its first rows are there, so that `early/early.js` makes the same
 * calls at once when the address is opened again: otherwise the rows that it needs (by the kept view, the person's
 * rights) are known only when all code has come and run.
 */
import { paths } from "@nihol/contract/values/paths";
import { keepLocally } from "../browser/keep-locally.ts";
import { dropEarlyAnswers } from "./early-answers.ts";

const key = "first_calls";
/** Addresses that are kept, those opened last. */
const addresses = 24;
const callsOfOne = 10;

/** Calls of the frame on every screen; the profile is asked for early anyway. */
const ofFrame: readonly string[] = [
  paths.userProfile,
  paths.territoryUpdate,
  `${paths.notice}/count`,
];

/** Since the page was opened; undefined once the first rows are there. */
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
    if (pending === 0) setTimeout(rest);
  }
}

/** Everything has been answered that was asked together: what follows waits for these answers, or comes after the rows. */
function rest(): void {
  if (pending > 0 || !asked) return;
  // A screen asks after its parts: its own rows stand first.
  keep(asked.reverse().slice(0, callsOfOne));
  asked = undefined;
  dropEarlyAnswers();
}

function keep(calls: string[]): void {
  const others = Object.entries(kept()).filter(([one]) => one !== address);
  const all = [[address, calls], ...others].slice(0, addresses);
  keepLocally(key, JSON.stringify(Object.fromEntries(all)));
}

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** With the session of the person who looked at it. */
export const forgetFirstCalls = (): void => localStorage.removeItem(key);
