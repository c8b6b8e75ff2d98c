/** `mail.send`: one letter, written in its reader's language as it is sent, with all of its kind that waits for them. */
import { completeMail, postponeMail, refuseMail, takeMail } from "@nihol/store/mail/mail-rows";
import { findParameters } from "@nihol/store/readings/parameters";
import { writeLetter } from "../mail/letter.ts";
import type { Handler } from "../runner/job-context.ts";

/** Failures are written into the row, which says when it is tried again: the job itself always ends. */
export const sendMail: Handler<"mail.send"> = async ({ mail: id }, { services }) => {
  const { mailer, publicUrl } = services;
  // Settings differ from machine to machine: another one sends it.
  if (!mailer) return;
  const db = services.db.sql;
  const mail = await takeMail(db, id);
  if (!mail) return;
  const { list } = await findParameters(db);
  const parameters = new Map(list.map(({ key, name }) => [key, name]));
  const ended = await mailer.send(writeLetter(mail, { publicUrl, from: mailer.from, parameters }));
  if (ended.state === "sent") return completeMail(db, mail);
  if (ended.state === "refused") return refuseMail(db, mail, ended);
  services.log(`mail: ${ended.problem}`);
  return postponeMail(db, mail, ended.problem);
};
