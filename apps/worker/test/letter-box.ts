/** A mail server on the loopback that keeps what it is handed, with what a test may have it refuse. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface Arrived {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | undefined;
  /** As it came over the line. */
  raw: string;
  mail: Email;
}

const refusal = (code: number) =>
  Object.assign(new Error("No such person here"), { responseCode: code });

/** Opens it at a port, or at a free one; `refused` are codes by addresses. */
export async function openLetterBox(options: SMTPServerOptions = {}, port = 0) {
  const letters: Arrived[] = [];
  const refused = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _, done) {
      const code = refused.get(address);
      done(code ? refusal(code) : null);
    },
    async onData(stream, { envelope, secure, user }, done) {
      const raw = await buffer(stream);
      letters.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : "",
        to: envelope.rcptTo.map(({ address }) => address),
        isSecure: secure,
        user,
        raw: raw.toString(),
        mail: await PostalMime.parse(raw),
      });
      done();
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    letters,
    refused,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
