import type { UserProfile } from "@nihol/contract/people/sign-in";
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { AdminShell } from "../../features/shell/admin-shell.tsx";
import { UploadStrip } from "../../features/uploads/upload-strip.tsx";
import { ApiError } from "../../lib/api/api-error.ts";
import { profileQuery, queryClient } from "../../lib/api/query-client.ts";
import { accessToken } from "../../lib/api/session.ts";
import { asideSearch } from "../../lib/navigation/aside-search.ts";
import { useAside } from "../../lib/navigation/use-aside.ts";
import { lazyAside } from "../../ui/missing-part.tsx";

const ProfileDialog = lazyAside(() => import("../../features/profile/profile-dialog.tsx"));
const NoticesPanel = lazyAside(() => import("../../features/notices/notices-panel.tsx"));
const OpenDataDialog = lazyAside(() => import("../../features/open-data/open-data-dialog.tsx"));
const GuidePanel = lazyAside(() => import("../../features/guide/guide-panel.tsx"));

export const Route = createFileRoute("/admin")({
  validateSearch: asideSearch,
  /** The specification's guard: a token, then the profile; else to /auth and back after sign-in. */
  beforeLoad: async ({ context, location }) => {
    const away = () => redirect({ to: "/auth", search: { redirect: location.href } });
    if (!accessToken()) throw away();
    const userData = await context.queryClient.fetchQuery(profileQuery).catch(knownProfile);
    if (!userData) throw away();
    return { userData };
  },
  component: Admin,
});

/** Without a connection nobody is sent away: what is known of the person holds until the server answers again. */
function knownProfile(error: unknown): UserProfile | null {
  if (!(error instanceof ApiError) || error.status !== 0) return null;
  return queryClient.getQueryData(profileQuery.queryKey) ?? null;
}

function Admin() {
  const { guide, notices, open_data, me, change } = useAside();
  return (
    <AdminShell below={<UploadStrip />}>
      <Outlet />
      {me && (
        <ProfileDialog
          tab={me}
          onTab={(tab) => change({ me: tab })}
          onClose={() => change({ me: undefined })}
        />
      )}
      {notices && <NoticesPanel onClose={() => change({ notices: undefined })} />}
      {open_data && <OpenDataDialog onClose={() => change({ open_data: undefined })} />}
      {guide && (
        <GuidePanel
          page={guide}
          onPage={(page) => change({ guide: page })}
          onClose={() => change({ guide: undefined })}
        />
      )}
    </AdminShell>
  );
}
