/** Tells whether a JSON Web Token ends within `seconds`; one that cannot be read counts as ended. */
export function endsWithin(token: string, seconds: number, now = Date.now()): boolean {
  try {
    const [, body = ""] = token.split(".");
    const { exp } = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/"))) as {
      exp?: number;
    };
    return exp === undefined || exp * 1000 - now < seconds * 1000;
  } catch {
    return true;
  }
}
