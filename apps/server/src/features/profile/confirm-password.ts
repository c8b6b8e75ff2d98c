import type { Db } from "@nihol/db/connection";
import { refuseField } from "../../http/problem.ts";
import { beginAttempt, forgetAttempt } from "../../http/throttle.ts";
import { passwordMatches } from "../../shared/accounts/passwords.ts";
import { findSecrets } from "./profile-queries.ts";

/**
 * Whoever found a screen unlocked must not guess here what signing in would not let them guess. Counted for this person
 * alone: guesses at the sign-in do not keep them from their profile.
 *
 * @throws {Problem} 400 under `current_password`, 429 after too many wrong ones
 * @returns the person's e-mail
 */
export async function confirmPassword(
  db: Db,
  id: number,
  current: string | undefined,
  address: string,
): Promise<string> {
  const { email, password_hash } = await findSecrets(db, id);
  if (!current) refuseField("current_password", "required");
  const device = `profile of ${id}`;
  const attempt = await beginAttempt(db, { email: email.toLowerCase(), address, device });
  if (!(await passwordMatches(password_hash, current)))
    refuseField("current_password", "password_wrong");
  await forgetAttempt(db, attempt);
  return email;
}
