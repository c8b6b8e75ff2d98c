/** Argon2id by OWASP's cheapest advised cost (19 MiB, 2 passes): 48 ms a hash where it was measured. */
import { hash, verify } from "@node-rs/argon2";
import { FieldProblem } from "../../http/problem.ts";
import { commonPasswords } from "./common-passwords.ts";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

/** False for a wrong password and for a hash that cannot be read. */
export async function passwordMatches(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password).catch(() => false);
}

let spare: Promise<string> | undefined;

/** Spends the time of a check when there is no account, so that response times do not give away which e-mails exist. */
export async function spendCheck(password: string) {
  spare ??= hashPassword("no account has this password");
  await passwordMatches(await spare, password);
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
/** Fewer different signs than this, blanks apart, are a pattern however they are mixed. */
const differentMin = 4;
const differentSigns = (text: string) =>
  new Set(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s\p{C}\p{Z}]/gu, ""),
  ).size;

/**
 * NIST SP 800-63B-4: refuses a password that is common, blank, one short pattern over and over, or holds the e-mail.
 * @throws {FieldProblem} under `password`
 */
export function checkPassword(password: string, email: string) {
  const plain = bare(password);
  const name = bare(email.split("@")[0] ?? "");
  const refuse = (code: string) => new FieldProblem({ password: [{ code }] });
  if (name.length >= 3 && plain.includes(name)) throw refuse("password_contains_email");
  if (differentSigns(password) < differentMin) throw refuse("password_common");
  if (commonPasswords.has(plain) || /^(.{1,6})\1+.{0,5}$/u.test(plain))
    throw refuse("password_common");
}
