import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { profileQuery, queryClient } from "../../lib/query-client.ts";
import { useUser } from "../../lib/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PhotoField } from "../../ui/photo-field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { OwnNames } from "./own-names.tsx";
import { OwnPassword } from "./own-password.tsx";

/** The person's own data: names, language and photo; and the password. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["users", "app"]);
  const { userData } = useUser();
  if (!userData) return null;
  const refetch = () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
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
    <Dialog open onClose={onClose} title={t("app:profile")} description={userData.email} width="md">
      <Tabs
        label={t("app:profile")}
        tabs={[
          { value: "own", label: t("own_data"), content: own },
          { value: "password", label: t("password"), content: <OwnPassword onDone={onClose} /> },
        ]}
      />
    </Dialog>
  );
}
