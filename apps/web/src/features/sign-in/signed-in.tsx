import type { UserProfile } from "@nihol/contract/people/sign-in";
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { signOut } from "../../lib/api/api.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { sayWaiting } from "../../parts/records/say-waiting.ts";
import { ScreenLinks } from "../../parts/records/screen-links.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";

export function SignedIn({ person }: { person: UserProfile }) {
  const { t } = useTranslation("app");
  const name = `${person.first_name} ${person.last_name}`;
  async function handleSignOut() {
    sayWaiting(await signOut(), t);
    queryClient.clear();
  }
  return (
    <div className="grid gap-5">
      <section className="flex items-center gap-3" aria-label={t("signed_in_as")}>
        <Avatar photo={person.photo} name={name} size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold">{name}</p>
          <p className="text-sm break-words text-ink-2">{person.email}</p>
          <p className="text-sm text-ink-2">{roleName(person.role, t)}</p>
        </div>
      </section>
      <section className="grid gap-1">
        <h2 className="text-sm font-medium text-ink-2">{t("you_may_open")}</h2>
        <ScreenLinks />
      </section>
      <Button icon={<LogOut className="size-4" />} onClick={handleSignOut}>
        {t("sign_out")}
      </Button>
    </div>
  );
}
