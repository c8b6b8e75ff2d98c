/** Texts as they are stored: composed (Unicode's NFC), however a phone or a Mac wrote them. */
import fp from "fastify-plugin";

/** Hashes were made of passwords as they were typed. */
const isSecret = (key: string) => key.includes("password");

/** Composes every text of a parsed body, in its place; passwords stay as they are. */
function composeTexts(body: unknown): void {
  // No recursion: a body may be as deep as it is long.
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    const holder = part as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      if (typeof value === "string" && !isSecret(key)) holder[key] = value.normalize("NFC");
      else if (typeof value === "object") waiting.push(value);
    }
  }
}

/** The door of all JSON: what is checked and written is composed. */
export const composedTextsPlugin = fp(async (app) => {
  app.addHook("preValidation", async (request) => {
    if (request.headers["content-type"]?.includes("json")) composeTexts(request.body);
  });
});
