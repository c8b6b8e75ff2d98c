import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { SelectField } from "../../ui/form/select-field.tsx";

type Props = {
  name: string;
  violation: number;
  value: number | null | undefined;
  error?: string | undefined;
  onChange: (id: number | null) => void;
};

/** Who answers for the case, among the accounts that see it. */
export function ResponsibleField({ violation, value, onChange, ...field }: Props) {
  const { t } = useTranslation("violations");
  const { data = [] } = useQuery({
    queryKey: [paths.violation, violation, "people"],
    queryFn: ({ signal }) =>
      ask("GET /violation/:id/people", { params: { id: violation }, signal }),
  });
  return (
    <SelectField
      {...field}
      label={t("responsible")}
      hint={t("responsible_hint")}
      value={value ? String(value) : ""}
      onChange={(id) => onChange(id ? Number(id) : null)}
      options={[
        { value: "", label: t("responsible_none") },
        ...data.map(({ id, name, role }) => ({ value: String(id), label: `${name} · ${role}` })),
      ]}
    />
  );
}
