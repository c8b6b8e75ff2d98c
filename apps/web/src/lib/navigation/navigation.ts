/**
 * The address to open after sign-in: only a path of this site, else /admin.
 * `//host`, `/\host` and `javascript:` are what an open redirect is made of.
 */
export function safeRedirect(target: unknown): string {
  if (typeof target !== "string" || !target.startsWith("/") || /[\\\p{Cc}]/u.test(target))
    return "/admin";
  const url = new URL(target, "http://site.invalid");
  const inside = url.host === "site.invalid" && !target.startsWith("//");
  return inside && !url.pathname.startsWith("/auth")
    ? url.pathname + url.search + url.hash
    : "/admin";
}
