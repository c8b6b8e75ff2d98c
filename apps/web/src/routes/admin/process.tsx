import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { CapturesScreen } from "../../features/captures/captures-screen.tsx";
import { ProcessesScreen } from "../../features/processes/processes-screen.tsx";
import { NewUploadPanel } from "../../features/uploads/new-upload-panel.tsx";
import { useOwnUploads } from "../../features/uploads/sending/upload-store.ts";
import { UploadPanel } from "../../features/uploads/upload-panel.tsx";
import { listSearch } from "../../lib/list/list-search.ts";
import { requirePermission, useHolds } from "../../lib/permissions.ts";
import { screenTexts } from "../../lib/text/i18n.ts";
import { ImagesFrame } from "../../parts/images/images-frame.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { RoutePending } from "../../ui/route-states.tsx";

export const Route = createFileRoute("/admin/process")({
  validateSearch: listSearch([
    ...["status", "view", "review", "region"],
    ...["part", "state", "source", "district", "garden"],
  ] as const),
  beforeLoad: requirePermission("satelliteimagery.view"),
  loader: screenTexts("imagery"),
  component: Process,
});

const UploadsScreen = lazyPart(() => import("../../features/uploads/uploads-screen.tsx"));
const OffersScreen = lazyPart(() => import("../../features/captures/offers/offers-screen.tsx"));

/**
 * Processes; `?view=dates` the dates to check (images, and with `part=offered` what watched sources offer),
 * `?view=uploads` what is chosen and under way; `?status=failed` is a tab of its own.
 */
function Process() {
  const { part, state, source, district, garden, ...images } = Route.useSearch();
  const { view, review, region, ...search } = images;
  const uploads = useOwnUploads().length;
  const navigate = Route.useNavigate();
  const mayAdd = useHolds("satelliteimagery.add");
  if (view === "uploads" && mayAdd && !search.open)
    return (
      <ImagesFrame tab="uploads" uploads={uploads}>
        <Suspense fallback={<RoutePending />}>
          <UploadsScreen />
        </Suspense>
      </ImagesFrame>
    );
  if (view !== "dates")
    return (
      <ImagesFrame tab={search.status === "failed" ? "failed" : "processes"} uploads={uploads}>
        <ProcessesScreen
          search={search}
          newPanel={(open, go) => (
            <NewPanel
              open={open}
              garden={Number(garden) || null}
              go={go}
              onClose={() => void navigate({ search: { ...search, open: undefined } })}
              onMany={() => void navigate({ search: { view: "uploads", garden } })}
            />
          )}
        />
      </ImagesFrame>
    );
  const { status: _status, ...offers } = search;
  return (
    <ImagesFrame tab="dates" uploads={uploads}>
      {part === "offered" ? (
        <Suspense>
          <OffersScreen
            search={{ ...offers, view, part, state, source, region, district, garden }}
          />
        </Suspense>
      ) : (
        <CapturesScreen search={{ view, review, region, ...search }} />
      )}
    </ImagesFrame>
  );
}

type NewPanelProps = {
  open: string;
  /** Where one came from a garden: its image is meant. */
  garden: number | null;
  go: (open?: string) => void;
  onClose: () => void;
  onMany: () => void;
};

/** `new`: choosing a file; `fetch`, `fetch-…`: a source, and that one; `upload-…`: that file until a process is made of it. */
function NewPanel({ open, garden, go, onClose, onMany }: NewPanelProps) {
  if (open === "new" || open.startsWith("fetch"))
    return (
      <NewUploadPanel
        source={open === "new" ? undefined : Number(open.slice("fetch-".length)) || null}
        garden={garden}
        onClose={onClose}
        onWay={go}
        onUpload={(key) => go(`upload-${key}`)}
        onMany={onMany}
        onStarted={go}
      />
    );
  return (
    <UploadPanel
      key={open}
      uploadKey={open.slice("upload-".length)}
      garden={garden}
      onClose={onClose}
      onAnother={() => go("new")}
      onStarted={go}
    />
  );
}
