import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BellRing, Power } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { hourText, useAlertWords } from "../../parts/states/alert-words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SeverityBadge } from "./alert-state.tsx";
import { RuleForm } from "./rule-form.tsx";
import { OnOff, useRulePlace } from "./rule-state.tsx";
import { RuleTrial } from "./rule-trial.tsx";

const api = resourceApi(paths.alertRule);

/** Panel of one rule: what it asks and where, its trial on the past, and whether it is on. */
export function RulePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["alerts", "app"]);
  const words = useAlertWords();
  const query = useQuery(recordQuery(paths.alertRule, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.alertRule, id, onClose, paths.alert);
  const done = () => setEditing(false);
  if (editing && query.data) return <RuleForm rule={query.data} onClose={done} onSaved={done} />;
  return (
    <RecordPanel
      query={query}
      title={words.condition}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(rule) => (
        <div className="grid gap-5">
          <RuleHead rule={rule} />
          <RuleFacts rule={rule} />
          {rule.can.change && (
            <RuleTrial
              condition={{
                ...rule,
                garden: rule.garden?.id ?? null,
                device: rule.device?.id ?? null,
              }}
            />
          )}
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("rule_delete_title", { name: rule.name })}
            consequence={t("rule_delete_text", { n: rule.active })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}

function RuleHead({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation("alerts");
  return (
    <div className="grid gap-3">
      <span className="flex flex-wrap gap-1">
        <OnOff rule={rule} />
        <SeverityBadge severity={rule.severity} />
      </span>
      <p lang="mul" className="font-medium break-words">
        {rule.name}
      </p>
      <div className="flex flex-wrap gap-2">
        {rule.can.change && <PowerButton rule={rule} />}
        <Link
          to="/admin/alert"
          search={{ rule: String(rule.id) }}
          className={buttonClass("plain", "md")}
        >
          <BellRing aria-hidden className="size-4" />
          {t("rule_alerts")}
        </Link>
      </div>
    </div>
  );
}

/** Switching off ends what is active, and asks before. */
function PowerButton({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation("alerts");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  async function turn(enabled: boolean) {
    await api.patch(rule.id, { enabled });
    toast.success(t(enabled ? "on_note" : "off_note"));
    setAsking(false);
    await refresh(paths.alertRule, paths.alert);
  }
  async function handlePress() {
    if (rule.enabled) return setAsking(true);
    setBusy(true);
    await turn(true)
      .catch((error: unknown) => toast.error(failureText(error)))
      .finally(() => setBusy(false));
  }
  return (
    <>
      <Button
        tone={rule.enabled ? undefined : "primary"}
        busy={busy}
        icon={<Power aria-hidden className="size-4" />}
        onClick={() => void handlePress()}
      >
        {t(rule.enabled ? "turn_off" : "turn_on")}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("off_title", { name: rule.name })}
        consequence={t("off_text", { n: rule.active })}
        action={t("turn_off")}
        onConfirm={() => turn(false)}
      />
    </>
  );
}

function RuleFacts({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const placeOf = useRulePlace();
  return (
    <KeyValues>
      <KeyValue label={t("place")}>{placeOf(rule)}</KeyValue>
      <KeyValue label={t("active_now")}>{format.number(rule.active)}</KeyValue>
      <KeyValue label={t("on_since")}>
        {rule.enabled_at && format.dateTime(rule.enabled_at)}
      </KeyValue>
      {rule.quiet_from !== null && rule.quiet_to !== null && (
        <KeyValue label={t("quiet_hours")}>
          {`${hourText(rule.quiet_from)} – ${hourText(rule.quiet_to)}`}
        </KeyValue>
      )}
      {rule.daily_max !== null && (
        <KeyValue label={t("daily_max")}>{format.number(rule.daily_max)}</KeyValue>
      )}
      <KeyValue label={t("author")}>
        <span lang="mul">{rule.author}</span>
      </KeyValue>
    </KeyValues>
  );
}
