import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import { paths } from "@nihol/contract/values/paths";
import { Link } from "@tanstack/react-router";
import { FolderPlus } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { OpenViolation } from "../../parts/records/open-violation.tsx";
import { Button, textLink } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";

type Case = AlertDetail["cases"][number];

/** The case that an alert is in; else the way to a new one, and open ones of the same cause that may take it. */
export function AlertCase({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation("alerts");
  const { in_case, violation, alike, cases } = alert;
  if (violation)
    return (
      <p className="text-sm">
        {t("in_case")}:{" "}
        <Link to="/admin/violation" search={{ open: String(violation.id) }} className={textLink}>
          <span lang="mul">
            {violation.number} {violation.title}
          </span>
        </Link>
      </p>
    );
  if (in_case) return <p className="text-sm">{t("in_case_unseen")}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <OpenViolation origin={{ alert: alert.id }} />
      {cases.map((one) => (
        <AddToCase key={one.id} alert={alert.id} to={one} />
      ))}
      {alike > 0 && <p className="text-xs text-ink-2">{t("alike", { n: alike })}</p>}
    </div>
  );
}

function AddToCase({ alert, to }: { alert: number; to: Case }) {
  const { t } = useTranslation("alerts");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  async function handleAdd() {
    setBusy(true);
    try {
      await ask("POST /violation/:id/alert", { params: { id: to.id }, body: { alert } });
      await refresh(paths.alert, paths.violation);
      toast.success(t("case_note"));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="sm"
      busy={busy}
      icon={<FolderPlus aria-hidden className="size-4" />}
      title={to.title}
      onClick={() => void handleAdd()}
    >
      {t("case_add", { number: to.number })}
    </Button>
  );
}
