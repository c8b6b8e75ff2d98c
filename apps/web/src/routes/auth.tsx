import { createFileRoute } from "@tanstack/react-router";
import { AuthScreen } from "../features/sign-in/auth-screen.tsx";

export const Route = createFileRoute("/auth")({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === "string" ? { redirect: search.redirect } : {},
  component: Auth,
});

function Auth() {
  const { redirect } = Route.useSearch();
  return <AuthScreen redirect={redirect} />;
}
