import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { Group } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { BulkDialog } from "../../../parts/records/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { useDeviceGroups } from "./use-device-groups.ts";

type Props = { devices: readonly Device[] };

/** Puts the selected devices into a group, or takes them out of one. */
export function BulkGroups({ devices }: Props) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Group className="size-4" />} onClick={() => setAsking(true)}>
        {t("groups")}
      </Button>
      {asking && <Question devices={devices} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ devices, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const groups = useDeviceGroups();
  // As they were when asked: the list is fetched anew afterwards.
  const [ids] = useState(devices.map(({ id }) => id));
  const [way, setWay] = useState<"in" | "out">("in");
  const [group, setGroup] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const known = groups.map((one) => ({ value: String(one.id), label: one.name }));
  const options = way === "in" ? [...known, { value: "new", label: t("group_new") }] : known;
  const chosen = options.find(({ value }) => value === group)?.value ?? options[0]?.value ?? "";

  async function handleRun() {
    setBusy(true);
    setFailure(null);
    try {
      const id =
        chosen === "new"
          ? (await ask("POST /device-group", { body: { name } })).id
          : Number(chosen);
      const { changed } = await ask("POST /device-group/:id/device", {
        params: { id },
        body: { ids, is_in: way === "in" },
      });
      toast.success(t("group_changed", { n: format.number(changed) }));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      await refresh(paths.deviceGroup, paths.device);
      setBusy(false);
    }
  }
  return (
    <BulkDialog
      title={t("group_title", { n: format.number(ids.length) })}
      action={t(way === "in" ? "group_in" : "group_out")}
      isBusy={isBusy}
      isDisabled={chosen === "new" && name.trim() === ""}
      onRun={handleRun}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {known.length > 0 && (
          <>
            <Segmented
              label={t("groups")}
              value={way}
              onChange={setWay}
              options={[
                { value: "in", label: t("group_in") },
                { value: "out", label: t("group_out") },
              ]}
            />
            <SelectField
              name="group"
              label={t("group")}
              value={chosen}
              onChange={setGroup}
              options={options}
            />
          </>
        )}
        {chosen === "new" && (
          <TextField
            name="name"
            label={t("group_name")}
            value={name}
            onChange={setName}
            autoComplete="off"
          />
        )}
        <FailureNote error={failure} />
      </div>
    </BulkDialog>
  );
}
