import { createFileRoute, redirect } from "@tanstack/react-router";
import { FieldScreen } from "../features/field/field-screen.tsx";
import { fieldSearch } from "../features/field/field-search.ts";
import { profileQuery } from "../lib/api/query-client.ts";
import { accessToken, fieldPerson, keepFieldPerson } from "../lib/api/session.ts";
import { requirePermission } from "../lib/permissions.ts";
import { screenTexts } from "../lib/text/i18n.ts";

export const Route = createFileRoute("/field")({
  validateSearch: fieldSearch,
  /** Signed in, with the right to see planting tasks. Whoever is known here goes on when the line or the session ends. */
  beforeLoad: async ({ context, location }) => {
    const known = fieldPerson();
    const asked = known || !accessToken() ? null : context.queryClient.fetchQuery(profileQuery);
    const userData = known ?? (await asked?.catch(() => null)) ?? null;
    if (!userData) throw redirect({ to: "/auth", search: { redirect: location.href } });
    requirePermission("planttreetask.view")({ context: { userData } });
    keepFieldPerson(userData);
    return { userData };
  },
  loader: screenTexts("field", "planting", "survival"),
  component: Field,
});

function Field() {
  const { userData } = Route.useRouteContext();
  return <FieldScreen search={Route.useSearch()} known={userData} />;
}
