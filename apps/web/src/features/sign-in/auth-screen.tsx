import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { profileQuery } from "../../lib/api/query-client.ts";
import { accessToken, useUser } from "../../lib/api/session.ts";
import { useDocumentTitle } from "../../lib/navigation/document-title.ts";
import { SeeAsStrip } from "../../parts/permissions/see-as-strip.tsx";
import { Logo } from "../../ui/logo.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AuthChoices } from "./auth-choices.tsx";
import { ClosedScreen } from "./closed-screen.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignedIn } from "./signed-in.tsx";

/**
 * Signing in; or, for who is signed in already (sent here because a screen is closed to them),
 * who they are and what they may open. It sends on those alone who asked for no screen, to the page that is open to
 * everybody, so there is no loop.
 */
export function AuthScreen({ redirect }: { redirect: string | undefined }) {
  const { t } = useTranslation("app");
  useDocumentTitle(t("sign_in"));
  useUser();
  const { missing, wanted, atEntry } = useLocation({ select: ({ state }) => state });
  const hasToken = accessToken() !== null;
  const profile = useQuery({ ...profileQuery, enabled: hasToken });
  const person = hasToken ? profile.data : undefined;
  if (person && atEntry) return <Navigate to="/admin/home" replace />;
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      {hasToken && <SeeAsStrip />}
      <main className="mx-auto flex w-full max-w-sm grow flex-col justify-center gap-6 px-5 py-10">
        <header className="grid gap-3">
          <Logo className="size-11" />
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">Nihol</h1>
            <p className="text-ink-2">{t("purpose")}</p>
          </div>
        </header>
        {hasToken && profile.isPending ? <SkeletonLines /> : null}
        {person && missing ? <ClosedScreen missing={missing} wanted={wanted} /> : null}
        {person ? <SignedIn person={person} /> : null}
        {!person && !(hasToken && profile.isPending) ? (
          <SignInForm redirect={redirect} failure={profile.error} />
        ) : null}
      </main>
      <AuthChoices />
    </div>
  );
}
