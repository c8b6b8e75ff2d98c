import {
  type CredentialKind,
  credentialKinds,
} from "@nihol/contract/values/imagery/imagery-sources";
import { useTranslation } from "react-i18next";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

type Credential = { kind: CredentialKind; name: string; secret: string };
type Props = {
  /** Kind of credential that the source has now. */
  kept: CredentialKind;
  /** Undefined: it stays as it is. */
  value: Credential | undefined;
  onChange: (value: Credential | undefined) => void;
  errorOf: (path: string) => string | undefined;
};

/** Fields by which the server is told who asks. What was kept before is not shown, only replaced. */
export function CredentialFields({ kept, value, onChange, errorOf }: Props) {
  const { t } = useTranslation("sources");
  const kind = value?.kind ?? kept;
  const isKept = value === undefined && kept !== "none";
  const change = (part: Partial<Credential>) =>
    onChange({ kind, name: "", secret: "", ...value, ...part });
  const hasName = kind === "basic" || kind === "query" || kind === "header";
  return (
    <div className="grid gap-4">
      <SelectField
        name="credential_kind"
        label={t("credential")}
        hint={isKept ? t("credential_kept") : t("credential_hint")}
        error={errorOf("credential.kind")}
        value={kind}
        onChange={(next) => change({ kind: next, name: "", secret: "" })}
        options={credentialKinds.map((one) => ({ value: one, label: t(`credential_${one}`) }))}
      />
      {kind !== "none" && hasName && (
        <TextField
          name="credential_name"
          label={t(`credential_name_${kind}`)}
          value={value?.name ?? ""}
          onChange={(name) => change({ name })}
          error={errorOf("credential.name")}
          autoComplete="off"
        />
      )}
      {kind !== "none" && (
        <PasswordField
          name="credential_secret"
          label={t("credential_secret")}
          value={value?.secret ?? ""}
          onChange={(secret) => change({ secret })}
          error={errorOf("credential.secret")}
          autoComplete="new-password"
        />
      )}
    </div>
  );
}
