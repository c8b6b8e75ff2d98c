import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { signIn } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { profileQuery, queryClient } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { fetchFilesAhead } from "../../lib/navigation/files-ahead.ts";
import { safeRedirect } from "../../lib/navigation/navigation.ts";
import { isLanguage } from "../../lib/text/i18n.ts";
import { applyLanguage } from "../../lib/text/language-choice.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote, FormFailure } from "../../ui/error-panel.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

type Props = {
  redirect: string | undefined;
  /** Failure for which the profile of a kept session could not be fetched. */
  failure: unknown;
};

export function SignInForm({ redirect, failure }: Props) {
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  useScreenAhead(safeRedirect(redirect));
  const form = useForm({
    // Fetched when it is needed: the first page carries no validation library.
    schema: () =>
      import("@nihol/contract/people/sign-in").then((contract) => contract.signInFormSchema),
    initial: { email: "", password: "" },
    submit: async ({ email, password }) => {
      await signIn(email, password);
      queryClient.clear();
      await applyLanguage(await queryClient.fetchQuery(profileQuery));
      const href = safeRedirect(redirect);
      await navigate({ href, replace: true, state: { atEntry: href === "/admin" } });
    },
  });
  // A session that has ended needs no red box: the form itself says what to do.
  const kept = failure instanceof ApiError && failure.status !== 401 ? failure : null;
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
      <TextField
        {...form.field("email")}
        label={t("email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
      />
      <PasswordField
        {...form.field("password")}
        label={t("password")}
        autoComplete="current-password"
      />
      <FormFailure form={form} />
      {!form.failure && <FailureNote error={kept} />}
      <Button type="submit" tone="primary" busy={form.busy} className="h-10">
        {t("sign_in")}
      </Button>
    </form>
  );
}

/** While the form is filled, what comes after it is fetched; it follows the language that is chosen on this page. */
function useScreenAhead(href: string): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  useEffect(() => {
    const { pathname } = new URL(href, window.location.origin);
    // Fetches the home screen too: people who may not open the dashboard are sent on to it.
    const paths = pathname === "/admin" ? [pathname, "/admin/home"] : [pathname];
    if (isLanguage(language)) fetchFilesAhead(paths, language);
  }, [href, language]);
}
