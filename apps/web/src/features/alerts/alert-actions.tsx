import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleCheckBig } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";

type Busy = "acknowledge" | "assign";

/** Actions on an alert: say that it was seen, name who looks after it, end it by hand. */
export function AlertActions({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation("alerts");
  const failureText = useFailureText();
  const [busy, setBusy] = useState<Busy>();
  const [clearing, setClearing] = useState(false);
  const params = { id: alert.id };

  async function send(what: Busy, call: () => Promise<unknown>) {
    setBusy(what);
    try {
      await call();
      await refresh(paths.alert);
      toast.success(t(`${what}_note`));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }
  async function handleClear() {
    await ask("POST /alert/:id/clear", { params });
    toast.success(t("clear_note"));
    setClearing(false);
    await refresh(paths.alert);
  }
  const acknowledge = () =>
    send("acknowledge", () => ask("POST /alert/:id/acknowledge", { params }));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {!alert.acknowledged && (
          <Button
            tone="primary"
            busy={busy === "acknowledge"}
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => void acknowledge()}
          >
            {t("acknowledge")}
          </Button>
        )}
        {alert.state === "active" && (
          <Button
            icon={<CircleCheckBig aria-hidden className="size-4" />}
            onClick={() => setClearing(true)}
          >
            {t("clear")}
          </Button>
        )}
      </div>
      <Assigned
        alert={alert}
        disabled={busy === "assign"}
        onChange={(person) =>
          void send("assign", () => ask("POST /alert/:id/assign", { params, body: { person } }))
        }
      />
      <ConfirmDialog
        open={clearing}
        onClose={() => setClearing(false)}
        title={t("clear_title", { name: alert.device.name })}
        consequence={t("clear_text")}
        action={t("clear")}
        onConfirm={handleClear}
      />
    </div>
  );
}

type AssignedProps = {
  alert: AlertDetail;
  disabled: boolean;
  onChange: (person: number | null) => void;
};

function Assigned({ alert, disabled, onChange }: AssignedProps) {
  const { t } = useTranslation("alerts");
  const { data } = useQuery({
    queryKey: [paths.alert, "people", alert.id],
    queryFn: ({ signal }) => ask("GET /alert/:id/people", { params: { id: alert.id }, signal }),
  });
  const { assigned } = alert;
  const people = data?.results ?? [];
  const isListed = !assigned || people.some(({ id }) => id === assigned.id);
  return (
    <SelectField
      name="assigned"
      label={t("assigned")}
      disabled={disabled}
      value={assigned ? String(assigned.id ?? "gone") : ""}
      onChange={(id) => onChange(id === "" ? null : Number(id))}
      options={[
        { value: "", label: t("assigned_nobody") },
        ...(isListed ? [] : [{ value: String(assigned.id ?? "gone"), label: assigned.name }]),
        ...people.map(({ id, name, role }) => ({ value: String(id), label: `${name} · ${role}` })),
      ]}
    />
  );
}
