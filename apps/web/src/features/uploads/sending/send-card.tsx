import { paths } from "@nihol/contract/values/paths";
import { useQueries } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { MoveAll, TotalsText } from "./sending-summary.tsx";
import { totalsOf } from "./totals.ts";
import { UploadRow } from "./upload-row.tsx";
import { isAsked, uploadStatusQuery } from "./upload-status.ts";
import { type UploadEntry, updateUpload } from "./upload-store.ts";

/** Everything that is under way, as one: bytes, files, speed, time left; below it each file with what stopped it. */
export function SendCard({ entries }: { entries: readonly UploadEntry[] }) {
  const { t } = useTranslation("imagery");
  const totals = totalsOf(entries);
  return (
    <section aria-label={t("uploads")} className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2.5 text-sm">
        <div className="min-w-0 grow basis-60">
          <h2 className="pb-1 font-semibold">{t("uploads")}</h2>
          <TotalsText totals={totals} />
        </div>
        <MoveAll totals={totals} />
        <StartReady entries={entries} />
      </div>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {entries.map((entry) => (
          <li key={entry.key}>
            <UploadRow entry={entry} />
          </li>
        ))}
      </ul>
      {totals.isMoving && <p className="px-3 py-2 text-xs text-ink-3">{t("upload_goes_on")}</p>}
    </section>
  );
}

/** Starts a process of each file that is ready and says its own day; the others are opened one by one. */
function StartReady({ entries }: { entries: readonly UploadEntry[] }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const sent = entries.filter(({ state }) => state === "sent");
  const states = useQueries({ queries: sent.map((entry) => uploadStatusQuery(entry)) });
  const ready = sent.flatMap((entry, n) => {
    const upload = states[n]?.data;
    const date = upload?.status === "ready" && !isAsked(upload) ? upload.facts?.capture_date : null;
    return upload && date ? [{ entry, upload: upload.id, date }] : [];
  });
  if (ready.length === 0) return null;

  async function handleStart() {
    setBusy(true);
    try {
      for (const { entry, upload, date } of ready) {
        const body = { upload, date, source: null, threshold: null, area: null };
        const started = await ask("POST /satellite-imagery", { body });
        updateUpload(entry.key, { process: started.id });
      }
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
      await refresh(paths.satelliteImagery);
    }
  }

  return (
    <Button
      size="sm"
      tone="primary"
      busy={busy}
      icon={<Play className="size-4" />}
      onClick={() => void handleStart()}
    >
      {t("uploads_start", { n: format.number(ready.length) })}
    </Button>
  );
}
