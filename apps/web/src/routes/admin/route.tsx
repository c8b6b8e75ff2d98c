import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { ProfileDialog } from "../../features/profile/profile-dialog.tsx";
import { AdminShell } from "../../features/shell/admin-shell.tsx";
import { UploadStrip } from "../../features/uploads/upload-strip.tsx";
import { profileQuery } from "../../lib/query-client.ts";
import { accessToken } from "../../lib/session.ts";

export const Route = createFileRoute("/admin")({
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
  return (
    <AdminShell profile={(onClose) => <ProfileDialog onClose={onClose} />}>
      <Outlet />
      <UploadStrip />
    </AdminShell>
  );
}
