import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { CapturesScreen } from "../../features/captures/captures-screen.tsx";
import { ProcessesScreen } from "../../features/processes/processes-screen.tsx";
import { NewUploadPanel } from "../../features/uploads/new-upload-panel.tsx";
import { UploadPanel } from "../../features/uploads/upload-panel.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/process")({
  validateSearch: listSearch([
    ...["status", "view", "review", "region"],
    ...["part", "state", "source", "district", "garden"],
  ] as const),
  beforeLoad: requirePermission("satelliteimagery.view"),
  component: Process,
});

const OffersScreen = lazy(() => import("../../features/captures/offers/offers-screen.tsx"));

/** Processes, or with `?view=dates` the dates to check: images, and with `part=offered` what watched sources offer. */
function Process() {
  const { part, state, source, district, garden, ...images } = Route.useSearch();
  const { view, review, region, ...search } = images;
  if (view !== "dates") return <ProcessesScreen search={search} newPanel={newPanel} />;
  if (part !== "offered") return <CapturesScreen search={{ view, review, region, ...search }} />;
  const { status: _status, ...offers } = search;
  return (
    <Suspense>
      <OffersScreen search={{ ...offers, view, part, state, source, region, district, garden }} />
    </Suspense>
  );
}

/** `new`: choosing a file; `fetch`, `fetch-…`: a source, and that one; `upload-…`: that file until a process is made of it. */
function newPanel(open: string, go: (open?: string) => void) {
  const choose = () => go("new");
  if (open === "new" || open.startsWith("fetch"))
    return (
      <NewUploadPanel
        source={open === "new" ? undefined : Number(open.slice("fetch-".length)) || null}
        onClose={() => go()}
        onWay={go}
        onUpload={(key) => go(`upload-${key}`)}
        onStarted={go}
      />
    );
  return (
    <UploadPanel
      key={open}
      uploadKey={open.slice("upload-".length)}
      onClose={() => go()}
      onAnother={choose}
      onStarted={go}
    />
  );
}
