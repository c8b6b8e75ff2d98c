import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ProfileDialog } from "../../features/profile/profile-dialog.tsx";
import { AdminShell } from "../../features/shell/admin-shell.tsx";
import { UploadStrip } from "../../features/uploads/upload-strip.tsx";
import { asideSearch } from "../../lib/aside-search.ts";
import { profileQuery } from "../../lib/query-client.ts";
import { accessToken } from "../../lib/session.ts";
import { useAside } from "../../lib/use-aside.ts";

const GuidePanel = lazy(() => import("../../features/guide/guide-panel.tsx"));

export const Route = createFileRoute("/admin")({
  validateSearch: asideSearch,
  /** The specification's guard: a token, then the profile; else to /auth and back after sign-in. */
  beforeLoad: async ({ context, location }) => {
    const away = () => redirect({ to: "/auth", search: { redirect: location.href } });
    if (!accessToken()) throw away();
    const userData = await context.queryClient.fetchQuery(profileQuery).catch(() => null);
    if (!userData) throw away();
    return { userData };
  },
  component: Admin,
});

function Admin() {
  const { guide, me, change } = useAside();
  return (
    <AdminShell>
      <Outlet />
      <UploadStrip />
      {me && (
        <ProfileDialog
          tab={me}
          onTab={(tab) => change({ me: tab })}
          onClose={() => change({ me: undefined })}
        />
      )}
      {guide && (
        <Suspense>
          <GuidePanel
            page={guide}
            onPage={(page) => change({ guide: page })}
            onClose={() => change({ guide: undefined })}
          />
        </Suspense>
      )}
    </AdminShell>
  );
}
