import { isBuiltInRole } from "@nihol/contract/values/permissions";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { CircleHelp, Globe, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { signOut } from "../../lib/api/api.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { useUser } from "../../lib/api/session.ts";
import { screenAt } from "../../lib/navigation/screens.ts";
import { useAside } from "../../lib/navigation/use-aside.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { sayWaiting } from "../../parts/records/say-waiting.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";

export function PersonMenu() {
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  const { userData } = useUser();
  const aside = useAside();
  const here = useRouterState({ select: (state) => screenAt(state.location)?.id });
  if (!userData) return null;
  const name = `${userData.first_name} ${userData.last_name}`;

  async function handleSignOut() {
    // Away first: what is typed and not saved is asked about, and the screen must not fail meanwhile.
    await navigate({ to: "/auth" });
    if (window.location.pathname !== "/auth") return;
    sayWaiting(await signOut(), t);
    queryClient.clear();
  }

  const trigger = (
    <button
      type="button"
      aria-label={t("person_menu", { name })}
      className="ms-1 flex shrink-0 rounded-full p-0.5 pointer-coarse:p-2"
    >
      <Avatar photo={userData.photo} name={name} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="px-2.5 py-1.5 text-sm">
        <div className="font-semibold">{name}</div>
        <div className="text-ink-2">{userData.email}</div>
        <div className="text-xs text-ink-3">{roleName(userData.role, t)}</div>
      </div>
      <MenuSeparator />
      <MenuItem icon={<UserRound />} onSelect={() => aside.change({ me: "own" })}>
        {t("profile")}
      </MenuItem>
      <MenuItem icon={<ShieldCheck />} onSelect={() => aside.change({ me: "rights" })}>
        {t("own_rights")}
      </MenuItem>
      {isBuiltInRole(userData.role) && (
        <MenuItem icon={<Globe />} onSelect={() => aside.change({ open_data: "open" })}>
          {t("open_data")}
        </MenuItem>
      )}
      <MenuItem icon={<CircleHelp />} onSelect={() => aside.change({ guide: here ?? "start" })}>
        {t("guide")}
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => void handleSignOut()}>
        {t("sign_out")}
      </MenuItem>
    </Menu>
  );
}
