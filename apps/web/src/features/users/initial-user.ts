import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { User } from "@nihol/contract/people/users";

type Maker = Pick<UserProfile, "ministry" | "territory"> | null;
const idsOf = (places: readonly { id: number }[] | undefined) => (places ?? []).map(({ id }) => id);

/**
 * Returns the values that the form starts with: the user's own. A new user works where their maker does: nobody gives a wider
 * scope than they have.
 */
export function initialUser(user: User | undefined, maker: Maker) {
  return {
    email: user?.email ?? "",
    first_name: user?.first_name ?? "",
    last_name: user?.last_name ?? "",
    password: undefined as string | undefined,
    group: user?.group.id ?? null,
    ministry: (user ?? maker)?.ministry?.id ?? null,
    regions: idsOf(user ? user.regions : maker?.territory.regions),
    districts: idsOf(user ? user.districts : maker?.territory.districts),
    language: user?.language ?? ("ru" as const),
    is_active: user?.is_active ?? true,
  };
}
