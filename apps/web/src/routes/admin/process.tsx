import { createFileRoute } from "@tanstack/react-router";
import { ProcessesScreen } from "../../features/processes/processes-screen.tsx";
import { NewUploadPanel } from "../../features/uploads/new-upload-panel.tsx";
import { UploadPanel } from "../../features/uploads/upload-panel.tsx";
import { listSearch } from "../../lib/list-search.ts";
import { requirePermission } from "../../lib/permissions.ts";

export const Route = createFileRoute("/admin/process")({
  validateSearch: listSearch(["status"]),
  beforeLoad: requirePermission("satelliteimagery.view"),
  component: () => <ProcessesScreen search={Route.useSearch()} newPanel={newPanel} />,
});

/** `new`: choosing a file; `upload-…`: that file until a process is made of it. */
function newPanel(open: string, go: (open?: string) => void) {
  const choose = () => go("new");
  if (open === "new")
    return <NewUploadPanel onClose={() => go()} onUpload={(key) => go(`upload-${key}`)} />;
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
