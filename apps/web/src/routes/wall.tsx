import { createFileRoute, redirect } from "@tanstack/react-router";
import { WallScreen } from "../features/wall/wall-screen.tsx";
import { readWallSearch } from "../features/wall/wall-search.ts";
import { profileQuery } from "../lib/api/query-client.ts";
import { accessToken } from "../lib/api/session.ts";
import { requirePermission } from "../lib/permissions.ts";
import { screenTexts } from "../lib/text/i18n.ts";

export const Route = createFileRoute("/wall")({
  validateSearch: readWallSearch,
  /** Signed in, with the right to see devices. */
  beforeLoad: async ({ context, location }) => {
    const asked = accessToken() ? context.queryClient.fetchQuery(profileQuery) : null;
    const userData = await asked?.catch(() => null);
    if (!userData) throw redirect({ to: "/auth", search: { redirect: location.href } });
    requirePermission("device.view")({ context: { userData } });
    return { userData };
  },
  loader: screenTexts("monitoring", "map", "alerts"),
  component: () => <WallScreen search={Route.useSearch()} />,
});
