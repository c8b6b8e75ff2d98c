import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

export type FieldLabels = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Says so beside the label; fields are required unless they say this. */
  optional?: boolean;
};

/** Attributes that a control needs so that its label, hint and error are read with it. */
type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = FieldLabels & { children: (control: ControlProps) => ReactNode };

/** A label, a control, and below it the hint or what is wrong. */
export function Field({ label, hint, error, optional, children }: Props) {
  const { t } = useTranslation("app");
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div data-field className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
        {/* The space is where the line may break. */}
        {optional && <span className="font-normal text-ink-3"> {t("optional")}</span>}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-act">
      <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      {text}
    </p>
  );
}
