import type { User } from "@nihol/contract/users";

/** What the form starts with: the user's own values, or those of a new one. */
export function initialUser(user: User | undefined) {
  return {
    email: user?.email ?? "",
    first_name: user?.first_name ?? "",
    last_name: user?.last_name ?? "",
    password: undefined as string | undefined,
    group: user?.group.id ?? null,
    ministry: user?.ministry?.id ?? null,
    regions: (user?.regions ?? []).map((region) => region.id),
    districts: (user?.districts ?? []).map((district) => district.id),
    language: user?.language ?? ("ru" as const),
    is_active: user?.is_active ?? true,
  };
}
