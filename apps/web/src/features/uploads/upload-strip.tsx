import { useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUser } from "../../lib/api/session.ts";
import { lazyPart } from "../../ui/missing-part.tsx";
import { useUploads } from "./sending/upload-store.ts";

// Most screens are opened while nothing is sent.
const SendingStrip = lazyPart(() => import("./sending/sending-strip.tsx"));

/** Below every screen, work in the background: uploads, then the processes started with them. */
export function UploadStrip() {
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
    <Suspense>
      <SendingStrip entries={entries} />
    </Suspense>
  );
}
