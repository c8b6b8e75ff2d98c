import { useTranslation } from "react-i18next";
import { SendingSummary } from "./sending-summary.tsx";
import { UploadRow } from "./upload-row.tsx";
import type { UploadEntry } from "./upload-store.ts";

/** More stand in one row. */
const rowsMax = 2;

/** Strip of uploads that are being sent, or were sent and are worked on. */
export default function SendingStrip({ entries }: { entries: UploadEntry[] }) {
  const { t } = useTranslation("imagery");
  return (
    <section
      aria-label={t("uploads")}
      data-print="no"
      className="grid max-h-28 shrink-0 grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] overflow-y-auto border-t border-line bg-raised"
    >
      {entries.length > rowsMax ? (
        <SendingSummary entries={entries} />
      ) : (
        entries.map((entry) => <UploadRow key={entry.key} entry={entry} />)
      )}
    </section>
  );
}
