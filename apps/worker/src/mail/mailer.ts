/** The line to the mail server: one letter at a time, and what its refusals mean. */
import { readFile } from "node:fs/promises";
import type { Env } from "@nihol/db/env";
import { createTransport } from "nodemailer";

/** Mail server and sender, all from the settings of this machine. */
export interface MailSettings {
  host: string;
  port: number;
  tls: "starttls" | "tls" | "none";
  from: string;
  auth: { user: string; pass: string } | undefined;
  /** The certificate of one's own authority. */
  ca: string | undefined;
}

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at the same letter, so that a second one can be known as such. */
  messageId: string;
}

/**
 * Outcome of sending. `refused`: this letter, for good or for now; `unavailable`: the server takes none at present.
 */
type Sending =
  | { state: "sent" }
  | { state: "refused"; isFinal: boolean; problem: string }
  | { state: "unavailable"; problem: string };

export interface Mailer {
  send: (letter: Letter) => Promise<Sending>;
  from: string;
}

/** Undefined where nothing is to be mailed. @throws when a file of the settings cannot be read */
export async function mailSettings(env: Env): Promise<MailSettings | undefined> {
  const { smtpHost: host, smtpUser: user, smtpPasswordFile, smtpCaFile, mailFrom } = env;
  if (host === undefined || mailFrom === undefined) return undefined;
  const pass = smtpPasswordFile ? (await readFile(smtpPasswordFile, "utf8")).trim() : "";
  return {
    host,
    port: env.smtpPort,
    tls: env.smtpTls,
    from: mailFrom,
    auth: user === undefined ? undefined : { user, pass },
    ca: smtpCaFile ? await readFile(smtpCaFile, "utf8") : undefined,
  };
}

const answerWithinMs = 20_000;

/** Connects anew for each letter: there are few, and a server that was away is found by the next one. */
export function openMailer({ host, port, tls, from, auth, ca }: MailSettings): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: tls === "tls",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    ...(auth && { auth }),
    ...(ca && { tls: { ca } }),
    connectionTimeout: answerWithinMs,
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
    // Letters are made of text alone: nothing of them is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    from,
    async send({ to, ...letter }) {
      try {
        await transport.sendMail({
          ...letter,
          from: { name: "Nihol", address: from },
          to: { name: "", address: to },
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { state: "sent" };
      } catch (error) {
        return failureOf(error as SmtpError);
      }
    },
  };
}

interface SmtpError extends Error {
  /** Kind of failure, by nodemailer: EENVELOPE, EMESSAGE, EAUTH, ECONNECTION … */
  code?: string;
  responseCode?: number;
  command?: string;
}

/** Message of the failure in one line that a table can hold. */
const problemOf = ({ message }: SmtpError) => message.replace(/\s+/g, " ").slice(0, 300);

function failureOf(error: SmtpError): Sending {
  const problem = problemOf(error);
  const { code, responseCode = 0, command } = error;
  // Of the sender's address, or of everything (421): no letter would pass.
  const isOfLetter =
    (code === "EENVELOPE" || code === "EMESSAGE") &&
    command !== "MAIL FROM" &&
    responseCode !== 421;
  if (!isOfLetter) return { state: "unavailable", problem };
  // An address that is none to nodemailer has no answer of a server.
  return { state: "refused", isFinal: responseCode === 0 || responseCode >= 500, problem };
}
