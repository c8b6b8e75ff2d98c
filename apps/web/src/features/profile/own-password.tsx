import { limits } from "@nihol/contract/values/limits";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { signIn } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { useUser } from "../../lib/api/session.ts";
import { useForm } from "../../lib/form/form.ts";
import { Button } from "../../ui/button.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";

export function OwnPassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(["users", "app"]);
  const { userData } = useUser();
  const form = useForm({
    schema: async () => (await import("@nihol/contract/people/sign-in")).ownPasswordFormSchema,
    initial: { current_password: "", password: "" },
    submit: async (values) => {
      await ask("PATCH /user-profile", { body: values });
      // The change ends every session; this one goes on with the new password.
      await signIn(userData?.email ?? "", values.password).catch(() => undefined);
      toast.success(t("password_changed"));
      onDone();
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
      {/* Lets password keepers know whose password this is. */}
      <input type="hidden" autoComplete="username" value={userData?.email ?? ""} readOnly />
      <PasswordField
        {...form.field("current_password")}
        label={t("current_password")}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field("password")}
        label={t("new_password")}
        hint={t("password_hint", { min: limits.password.min })}
        autoComplete="new-password"
      />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={form.isDirty} />
      <div className="flex justify-end">
        <Button type="submit" tone="primary" busy={form.busy}>
          {t("change_password")}
        </Button>
      </div>
    </form>
  );
}
