import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldLabels } from "./field.tsx";

type Props = FieldLabels & {
  name: string;
  value: string | undefined;
  onChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
};

/** A password, which can be shown while typing: long ones are typed wrong otherwise. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  name,
  value,
  onChange,
  autoComplete,
}: Props) {
  const { t } = useTranslation("app");
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            spellCheck={false}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value)}
            className="control pe-11"
          />
          <button
            type="button"
            aria-label={shown ? t("hide_password") : t("show_password")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 inset-e-0 flex w-10 items-center justify-center rounded-md text-ink-3 hover:text-ink"
          >
            {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </button>
        </span>
      )}
    </Field>
  );
}
