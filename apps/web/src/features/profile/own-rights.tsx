import type { UserProfile } from "@nihol/contract/people/sign-in";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { PermissionMatrix } from "../../parts/permissions/permission-matrix.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

/** Rights of the person, and their scope; only read here. */
export function OwnRights({ person }: { person: UserProfile }) {
  const { t } = useTranslation(["users", "app"]);
  const format = useFormat();
  const { regions, districts } = person.territory;
  const scope = [...regions, ...districts].map((place) => format.name(place.name)).join(", ");
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">{t("own_rights_about")}</p>
      <KeyValues>
        <KeyValue label={t("role")}>{roleName(person.role, t)}</KeyValue>
        <KeyValue label={t("ministry")}>
          {person.ministry && format.name(person.ministry.name)}
        </KeyValue>
        <KeyValue label={t("reach")}>{scope || t("everywhere")}</KeyValue>
      </KeyValues>
      <PermissionMatrix permissions={person.permissions} />
    </div>
  );
}
