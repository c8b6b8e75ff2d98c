import type { ManyTokens } from "@nihol/contract/sensors/device-import";
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { FileText, KeyRound, Sheet } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { csvDivider, csvText } from "../../../lib/text/csv-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { BulkDialog } from "../../../parts/records/bulk-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { Switch } from "../../../ui/form/switch.tsx";

type Props = { devices: readonly Device[] };

/** Gives the selected devices tokens, which are shown once: as a file for programs and as slips to be cut out. */
export function BulkTokens({ devices }: Props) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" icon={<KeyRound className="size-4" />} onClick={() => setAsking(true)}>
        {t("tokens_make")}
      </Button>
      {asking && <Question devices={devices} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ devices, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  // As they were when asked: the list is fetched anew once there are tokens.
  const [rows] = useState(devices);
  const [replace, setReplace] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [made, setMade] = useState<ManyTokens>();
  const having = rows.filter(({ token }) => token !== null).length;

  async function handleRun() {
    setBusy(true);
    setFailure(null);
    try {
      const body = { ids: rows.map(({ id }) => id), keep: !replace };
      setMade(await ask("POST /device/token", { body }));
      await refresh(paths.device);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  if (made) return <Made tokens={made} rows={rows} onClose={onClose} />;
  return (
    <BulkDialog
      title={t("tokens_title", { n: format.number(rows.length) })}
      action={t("tokens_make")}
      tone={replace && having > 0 ? "danger" : "primary"}
      isBusy={isBusy}
      isDisabled={!replace && having === rows.length}
      onRun={handleRun}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">{t("tokens_about")}</p>
        {having > 0 && (
          <Switch
            label={t("tokens_replace", { n: format.number(having) })}
            hint={t("token_replace_text")}
            checked={replace}
            onChange={setReplace}
          />
        )}
        <FailureNote error={failure} />
      </div>
    </BulkDialog>
  );
}

type MadeProps = { tokens: ManyTokens; rows: readonly Device[]; onClose: () => void };

function Made({ tokens, rows, onClose }: MadeProps) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const [isSaved, setSaved] = useState(false);
  const { made, skipped, address, slips } = tokens;
  const nameOf = (id: number) => rows.find((one) => one.id === id)?.name ?? String(id);
  function handleCsv() {
    const head = [t("device"), "ID", t("serial"), t("slip_address"), t("token")];
    const lines = made.map(({ id, name, serial, token }) => [
      ...[name, String(id), serial, `${address}/device/${id}/reading`, token],
    ]);
    const type = "text/csv;charset=utf-8";
    saveFile(
      new Blob([csvText([head, ...lines], csvDivider(format.language))], { type }),
      "tokens.csv",
    );
    setSaved(true);
  }
  async function handleSlips() {
    if (!slips) return;
    const bytes = Uint8Array.from(atob(slips), (letter) => letter.charCodeAt(0));
    saveFile(new Blob([bytes], { type: "application/pdf" }), "tokens.pdf");
    setSaved(true);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="md"
      title={t("tokens_made", { n: format.number(made.length) })}
      actions={
        <Button tone={isSaved ? "primary" : "plain"} onClick={onClose}>
          {t("token_kept")}
        </Button>
      }
    >
      <div className="grid gap-4">
        {made.length > 0 && (
          <>
            <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
              {t("tokens_once")}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button icon={<Sheet className="size-4" />} onClick={handleCsv}>
                {t("tokens_csv")}
              </Button>
              <Button icon={<FileText className="size-4" />} onClick={() => void handleSlips()}>
                {t("tokens_slips")}
              </Button>
            </div>
          </>
        )}
        {skipped.length > 0 && (
          <div className="grid gap-1 text-sm">
            <p className="font-medium">
              {t("tokens_skipped", { n: format.number(skipped.length) })}
            </p>
            <ul className="grid max-h-60 gap-0.5 overflow-y-auto text-ink-2">
              {skipped.map(({ id, name, problem }) => (
                <li key={id}>
                  <span lang="mul">{name ?? nameOf(id)}</span>: {problem}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
