import { seeAsHeader } from "@nihol/contract/values/paths";

const key = "see_as";

/** The role as which the panel is previewed: its id and its name. */
type SeenRole = { id: number; name: string };

/** The role being previewed, or null. */
export function seenRole(): SeenRole | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as SeenRole | null;
  } catch {
    return null;
  }
}

/** The header of the preview: the server answers as it would to that role. */
export function seeAsHeaders(): Record<string, string> {
  const role = seenRole();
  return role ? { [seeAsHeader]: String(role.id) } : {};
}

/** Previews the panel as `role`, or with `null` ends the preview; everything is fetched anew. */
export function seeAs(role: SeenRole | null): void {
  if (role) localStorage.setItem(key, JSON.stringify({ id: role.id, name: role.name }));
  else forgetSeenRole();
  window.location.assign(role ? "/admin" : "/admin/roles");
}

export function forgetSeenRole(): void {
  localStorage.removeItem(key);
}
