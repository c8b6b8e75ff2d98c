import type { Permission } from "@nihol/contract/values/permissions";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { screenAt } from "../../lib/navigation/screens.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { useRefusalText } from "../../parts/permissions/missing-right.tsx";

/** The screen of an address as the menu names it, with the number of the record that a link would open. */
function useScreenName(address: string | undefined): string | undefined {
  const { t } = useTranslation("app");
  if (!address) return undefined;
  const { pathname, searchParams } = new URL(address, window.location.origin);
  const screen = screenAt({ pathname, search: { view: searchParams.get("view") ?? undefined } });
  const record = searchParams.get("open") ?? "";
  const title = screen && t(`screen_${screen.id}`);
  return title && (/^\d+$/.test(record) ? `${title} · № ${record}` : title);
}

/** Right for want of which an address led here and not to its screen, by its name in the role picker. */
type Props = { missing: Permission | "dashboard" | "operations"; wanted: string | undefined };

export function ClosedScreen({ missing, wanted }: Props) {
  const { t } = useTranslation("app");
  const name = useScreenName(wanted);
  const refusalText = useRefusalText();
  return (
    <section
      role="alert"
      className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5 text-sm"
    >
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="grid gap-1">
        <p className="font-semibold">{t("not_open_to_you")}</p>
        {name && <p>{name}</p>}
        <p className="text-ink-2">
          {missing === "dashboard" || missing === "operations"
            ? t(`${missing}_closed`, {
                master: roleName("MasterAdmin", t),
                system: roleName("SysAdmin", t),
              })
            : refusalText({ code: "role_lacks_right", right: missing })}
        </p>
      </div>
    </section>
  );
}
