import type { Ministry } from "@nihol/contract/ministries";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { textLink } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

export function MinistryFacts({ ministry }: { ministry: Ministry }) {
  const { t } = useTranslation("organizations");
  const format = useFormat();
  const type = ministry.organization_type;
  return (
    <KeyValues>
      <KeyValue label={t("type")}>
        {type && (
          <Link
            to="/admin/organization_type"
            search={{ open: String(type.id) }}
            className={textLink}
          >
            {format.name(type.name)}
          </Link>
        )}
      </KeyValue>
      <KeyValue label={t("garden_count")}>{format.number(ministry.garden_count)}</KeyValue>
      <KeyValue label={t("user_count")}>{format.number(ministry.user_count)}</KeyValue>
      <KeyValue label={t("employee_count")}>{format.number(ministry.employee_count)}</KeyValue>
      <NamesValues name={ministry.name} />
    </KeyValues>
  );
}
