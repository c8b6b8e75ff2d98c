import type { User } from "@nihol/contract/people/users";
import { languageNames } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { PhotoField } from "../../parts/attachments/photo-field.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { fullName } from "./full-name.ts";
import { UserStatus } from "./user-status.tsx";

export function UserFacts({ user }: { user: User }) {
  const { t } = useTranslation(["users", "app"]);
  const format = useFormat();
  const names = (places: User["regions"]) =>
    places.map((place) => format.name(place.name)).join(", ");
  const scope = [names(user.regions), names(user.districts)].filter(Boolean).join("; ");
  return (
    <div className="grid gap-4">
      <KeyValues>
        <KeyValue label={t("email")}>
          <span className="flex items-start justify-between gap-2">
            <span className="min-w-0 break-words">{user.email}</span>
            <CopyButton value={user.email} what={t("email_copy")} />
          </span>
        </KeyValue>
        <KeyValue label={t("role")}>{roleName(user.group.name, t)}</KeyValue>
        <KeyValue label={t("status")}>
          <UserStatus active={user.is_active} />
        </KeyValue>
        <KeyValue label={t("ministry")}>
          {user.ministry && format.name(user.ministry.name)}
        </KeyValue>
        <KeyValue label={t("reach")}>{scope || t("everywhere")}</KeyValue>
        <KeyValue label={t("app:language")}>{languageNames[user.language]}</KeyValue>
        <KeyValue label={t("last_login")}>
          {user.last_login ? format.dateTime(user.last_login) : t("never")}
        </KeyValue>
        <KeyValue label={t("created_at")}>{format.date(user.created_at)}</KeyValue>
      </KeyValues>
      {user.can.change ? (
        <PhotoField
          path={`${paths.user}/${user.id}/photo`}
          photo={user.photo}
          name={fullName(user)}
          onDone={() => refresh(paths.user)}
        />
      ) : (
        <Avatar photo={user.photo} name={fullName(user)} size="lg" />
      )}
    </div>
  );
}
