import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { SendingSummary } from "./sending/sending-summary.tsx";
import { UploadRow } from "./sending/upload-row.tsx";
import { useUploads } from "./sending/upload-store.ts";

/** More stand in one row. */
const rowsMax = 2;

/** Below every screen, work in the background: uploads, then the processes started with them. */
export function UploadStrip() {
  const { t } = useTranslation("imagery");
  const me = useUser().userData?.id;
  const { open, view } = useRouterState({
    select: ({ location }) => ({ open: location.search.open, view: location.search.view }),
    structuralSharing: true,
  });
  const entries = useUploads().filter(
    (one) => one.owner === me && ![`upload-${one.key}`, String(one.process)].includes(String(open)),
  );
  // Where files are chosen their uploads stand on the screen itself.
  if (entries.length === 0 || open === "new" || view === "uploads") return null;
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
