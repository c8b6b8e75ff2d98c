import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/admin/imagery")({
  beforeLoad: () => {
    throw redirect({ to: "/admin", replace: true });
  },
});
