import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import { Pencil, Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ParameterForm } from "./parameter-form.tsx";
import { RulesDialog } from "./quality/rules-dialog.tsx";

/** Lists what devices measure; adds to it and changes it. */
export default function ParametersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["devices", "map", "app"]);
  const format = useFormat();
  const parameters = useParameters();
  const [ruled, setRuled] = useState<ParameterRow>();
  const [written, setWritten] = useState<ParameterRow | "new">();
  return (
    <Dialog
      open
      width="md"
      title={t("parameters")}
      description={t("parameters_about")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app:close")}</Button>
          <Button
            tone="primary"
            icon={<Plus className="size-4" />}
            onClick={() => setWritten("new")}
          >
            {t("parameter_new")}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {parameters.rows.map((row) => (
          <li key={row.key} className="flex items-center gap-3 py-2">
            <span className="min-w-0 grow">
              <span className="block break-words">{format.name(row.name)}</span>
              <span className="block text-xs text-ink-3">
                {[
                  row.device_types.map((type) => t(`map:device_${type}`)).join(", "),
                  format.name(row.unit_name),
                  row.key,
                ].join(" · ")}
              </span>
            </span>
            {row.can.change && (
              <IconButton
                label={t("quality_rules_title", { name: format.name(row.name) })}
                onClick={() => setRuled(row)}
              >
                <ShieldCheck />
              </IconButton>
            )}
            {row.can.change && (
              <IconButton
                label={t("parameter_change", { name: format.name(row.name) })}
                onClick={() => setWritten(row)}
              >
                <Pencil />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {ruled && <RulesDialog parameter={ruled} onClose={() => setRuled(undefined)} />}
      {written && (
        <ParameterForm
          row={written === "new" ? undefined : written}
          onClose={() => setWritten(undefined)}
        />
      )}
    </Dialog>
  );
}
