import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "../../../ui/form/date-field.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { localParts, momentOf } from "./moments.ts";

type Props = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Latest day. */
  max?: string;
};

/** A day and a time of the reader's clock as one moment, ISO 8601; what makes none is refused by the form's schema. */
export function MomentField({ name, label, value, onChange, error, max }: Props) {
  const { t } = useTranslation("devices");
  const [{ day, time }, setParts] = useState(() => localParts(value));
  const handle = (next: { day: string; time: string }) => {
    setParts(next);
    onChange(momentOf(next));
  };
  return (
    <div className="field-row">
      <DateField
        {...{ name, label, error }}
        value={day}
        onChange={(next) => handle({ day: next, time })}
        {...(max !== undefined && { max })}
      />
      <TextField
        name={`${name}_time`}
        type="time"
        label={t("bad_time", { label })}
        value={time}
        onChange={(next) => handle({ day, time: next })}
      />
    </div>
  );
}
