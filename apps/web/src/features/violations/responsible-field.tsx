import { paths } from "@nihol/contract/values/paths";
import type { Point } from "@nihol/contract/violations/violations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { SelectField } from "../../ui/form/select-field.tsx";

/** A case that is there, or what is known of one that is being written. */
type CaseOf =
  | { violation: number }
  | {
      point: Point | null;
      garden: number | null;
      region: number | null;
      district: number | null;
      ministry: number | null;
    };

type Props = {
  name: string;
  of: CaseOf;
  value: number | null | undefined;
  error?: string | undefined;
  onChange: (id: number | null) => void;
};

/** The accounts that see the case, or would see it: none before it has a place. */
function usePeople(of: CaseOf) {
  const isKnown = "violation" in of || of.point !== null || of.garden !== null;
  return useQuery({
    queryKey: [paths.violation, "people", of],
    queryFn: ({ signal }) => {
      if ("violation" in of)
        return ask("GET /violation/:id/people", { params: { id: of.violation }, signal });
      const { point, ...place } = of;
      return ask("GET /violation/people", {
        query: { ...place, longitude: point?.[0], latitude: point?.[1] },
        signal,
      });
    },
    enabled: isKnown,
    placeholderData: keepPreviousData,
  });
}

/** Chooses the person who answers for the case, among the accounts that see it. */
export function ResponsibleField({ of, value, onChange, ...field }: Props) {
  const { t } = useTranslation("violations");
  const { data = [] } = usePeople(of);
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
