import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { profileQuery, queryClient } from "../../lib/api/query-client.ts";
import { useUser } from "../../lib/api/session.ts";
import type { OwnTab } from "../../lib/navigation/aside-search.ts";
import { PhotoField } from "../../parts/attachments/photo-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { OwnNames } from "./own-names.tsx";
import { OwnNotices } from "./own-notices.tsx";
import { OwnPassword } from "./own-password.tsx";
import { OwnRights } from "./own-rights.tsx";
import { OwnTokens } from "./own-tokens.tsx";

type Props = { tab: OwnTab; onTab: (tab: OwnTab) => void; onClose: () => void };

/** The person's own data: names, language and photo; the password; and what they may do. */
export default function ProfileDialog({ tab, onTab, onClose }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const { userData } = useUser();
  if (!userData) return null;
  // Fetches the profile, and keeps it for the screens: nothing else on the screen asks for it.
  const refetch = () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
  const own = (
    <div className="grid gap-5">
      <PhotoField
        path={paths.userProfilePhoto}
        photo={userData.photo}
        name={`${userData.first_name} ${userData.last_name}`}
        onDone={refetch}
      />
      <OwnNames person={userData} onDone={onClose} />
    </div>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("app:profile")}
      description={userData.email}
      width="md"
      isTall
    >
      <Tabs
        label={t("app:profile")}
        value={tab}
        onChange={(next) => onTab(next as OwnTab)}
        tabs={[
          { value: "own", label: t("own_data"), content: own },
          { value: "notices", label: t("app:bell"), content: <OwnNotices /> },
          { value: "rights", label: t("app:own_rights"), content: <OwnRights person={userData} /> },
          { value: "password", label: t("password"), content: <OwnPassword onDone={onClose} /> },
          { value: "tokens", label: t("tokens"), content: <OwnTokens /> },
        ]}
      />
    </Dialog>
  );
}
