import type { AnswerTo } from "@nihol/contract/api/calls";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useForm } from "../../lib/form/form.ts";
import { Button } from "../../ui/button.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";

type Props = { onMade: (token: AnswerTo<"POST /user-profile/access-token">) => void };

const lifetimes = [30, 90, 180, 365];

/** A new token: what it is for, how long it holds, and the password of whoever makes it. */
export function TokenForm({ onMade }: Props) {
  const { t } = useTranslation("users");
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/people/access-tokens")).accessTokenFormSchema,
    initial: { name: "", days: 180, current_password: "" },
    submit: async (body) => onMade(await ask("POST /user-profile/access-token", { body })),
  });
  const days = form.field("days");
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
      <div className="field-row">
        <TextField
          {...form.field("name")}
          label={t("token_name")}
          hint={t("token_name_hint")}
          autoComplete="off"
        />
        <SelectField
          {...days}
          value={String(days.value)}
          onChange={(next) => days.onChange(Number(next))}
          label={t("token_lasts")}
          options={lifetimes.map((n) => ({ value: String(n), label: t("token_days", { n }) }))}
        />
      </div>
      <PasswordField
        {...form.field("current_password")}
        label={t("current_password")}
        autoComplete="current-password"
      />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={form.isDirty} />
      <div className="flex justify-end">
        <Button type="submit" tone="primary" busy={form.busy}>
          {t("token_make")}
        </Button>
      </div>
    </form>
  );
}
