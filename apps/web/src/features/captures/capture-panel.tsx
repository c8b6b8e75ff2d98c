import type { Capture } from "@nihol/contract/imagery/captures";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Images, X } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { FileName } from "../../parts/images/file-name.tsx";
import { RecordFailure } from "../../parts/records/record-failure.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { CaptureFacts } from "./capture-facts.tsx";
import { CaptureMap } from "./capture-map.tsx";
import { CaptureState } from "./capture-state.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { sendReview } from "./send-review.ts";

/** Panel of one image: its place, its details, and the decision whether it counts. */
export function CapturePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["captures", "app"]);
  const query = useQuery(recordQuery(paths.capture, id));
  const capture = query.data;
  return (
    <SidePanel
      title={
        capture ? (
          <FileName name={capture.file_name} />
        ) : (
          t(query.isError ? "app:no_data" : "app:loading")
        )
      }
      onClose={onClose}
    >
      {query.isPending && <SkeletonLines lines={9} />}
      {query.isError && !capture && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {capture && (
        <div className="grid gap-4">
          <Decision capture={capture} />
          <CaptureMap capture={capture} />
          {capture.can.open && (
            <Link
              to="/admin/image_processing_ai/$image"
              params={{ image: String(capture.id) }}
              className={buttonClass("plain", "md")}
            >
              <Images aria-hidden className="size-4" />
              {t("show_image")}
            </Link>
          )}
          <CaptureFacts capture={capture} />
        </div>
      )}
    </SidePanel>
  );
}

function Decision({ capture }: { capture: Capture }) {
  const { t } = useTranslation(["captures", "app"]);
  const failureText = useFailureText();
  const [rejecting, setRejecting] = useState(false);
  const [busy, setBusy] = useState(false);
  const { review, can } = capture;

  async function handleAccept() {
    setBusy(true);
    try {
      await sendReview(capture.id, { state: "accepted" });
      toast.success(t("accepted_note"));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <CaptureState review={review} />
        {can.review && (
          <span className="ms-auto flex gap-2">
            {review !== "accepted" && (
              <Button busy={busy} icon={<Check className="size-4" />} onClick={handleAccept}>
                {t("accept")}
              </Button>
            )}
            {review !== "rejected" && (
              <Button icon={<X className="size-4" />} onClick={() => setRejecting(true)}>
                {t("reject")}
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="text-sm text-ink-2">{capture.counts ? t("counts") : t("counts_not")}</p>
      {rejecting && <RejectDialog capture={capture} onClose={() => setRejecting(false)} />}
    </div>
  );
}
