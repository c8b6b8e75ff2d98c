import type { UserProfile } from "@nihol/contract/people/sign-in";
import { languageNames, languages } from "@nihol/contract/values/languages";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { profileQuery, queryClient } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { chooseLanguage } from "../../lib/text/language-choice.ts";
import { Button } from "../../ui/button.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";

export function OwnNames({ person, onDone }: { person: UserProfile; onDone: () => void }) {
  const { t, i18n } = useTranslation(["users", "app"]);
  const form = useForm({
    schema: async () => (await import("@nihol/contract/people/sign-in")).profilePatchSchema,
    initial: {
      first_name: person.first_name,
      last_name: person.last_name,
      language: languages.find((one) => one === i18n.language) ?? person.language,
    },
    submit: async (values) => {
      await ask("PATCH /user-profile", { body: values });
      await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
      // The profile is fetched: what is chosen here is the account's language now.
      if (values.language) await chooseLanguage(values.language);
      toast.success(i18n.t("app:updated"));
      onDone();
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
      <div className="field-row">
        <TextField
          {...form.field("first_name")}
          label={t("first_name")}
          autoComplete="given-name"
        />
        <TextField {...form.field("last_name")} label={t("last_name")} autoComplete="family-name" />
      </div>
      <SelectField
        {...form.field("language")}
        label={t("app:language")}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={form.isDirty} />
      <div className="flex justify-end">
        <Button type="submit" tone="primary" busy={form.busy}>
          {t("app:save")}
        </Button>
      </div>
    </form>
  );
}
