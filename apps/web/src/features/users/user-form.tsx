import type { User } from "@nihol/contract/people/users";
import { languageNames, languages } from "@nihol/contract/values/languages";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useUser } from "../../lib/api/session.ts";
import { useForm } from "../../lib/form/form.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { fullName } from "./full-name.ts";
import { initialUser } from "./initial-user.ts";
import { RoleField } from "./role-field.tsx";
import { ScopeFields } from "./scope-fields.tsx";

const api = resourceApi(paths.user);
const loadUsers = async () => (await import("@nihol/contract/people/users")).users;

type Props = { user?: User; onClose: () => void; onSaved: (id: string) => void };

export function UserForm({ user, onClose, onSaved }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const { userData } = useUser();
  const form = useForm({
    draft: `user:${user?.id ?? "new"}`,
    schema: async () => {
      const { patch, create } = await loadUsers();
      return user ? patch : create;
    },
    initial: initialUser(user, userData),
    submit: async (values) => {
      const saved = user
        ? await api.patch(user.id, values)
        : await api.create((await loadUsers()).create.parse(values));
      toast.success(user ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const { value: password, onChange: setPassword, ...passwordField } = form.field("password");
  return (
    <FormPanel
      title={user ? fullName(user) : t("new")}
      form={form}
      action={user ? undefined : t("app:create")}
      onClose={onClose}
    >
      <div className="field-row">
        <TextField {...form.field("first_name")} label={t("first_name")} autoComplete="off" />
        <TextField {...form.field("last_name")} label={t("last_name")} autoComplete="off" />
      </div>
      <TextField {...form.field("email")} label={t("email")} type="email" autoComplete="off" />
      <PasswordField
        {...passwordField}
        value={password}
        // An empty field means "as it is", which the schema knows as a missing one.
        onChange={(text) => setPassword(text || undefined)}
        label={user ? t("new_password") : t("password")}
        hint={user ? t("password_keep") : t("password_hint", { min: limits.password.min })}
        optional={Boolean(user)}
        autoComplete="new-password"
      />
      <RoleField {...form.field("group")} current={user?.group} />
      <ReferenceField
        {...form.field("ministry")}
        label={t("ministry")}
        path={paths.ministry}
        optional
      />
      <ScopeFields regions={form.field("regions")} districts={form.field("districts")} />
      <SelectField
        {...form.field("language")}
        label={t("app:language")}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Switch
        checked={form.values.is_active}
        onChange={(active) => form.set("is_active", active)}
        label={t("active")}
        hint={t("active_hint")}
      />
    </FormPanel>
  );
}
