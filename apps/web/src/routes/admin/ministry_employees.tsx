import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/admin/ministry_employees")({
  beforeLoad: () => {
    throw redirect({ to: "/admin", replace: true });
  },
});
