import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { offerStanding } from "@nihol/contract/values/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Images, LoaderCircle, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { usePlaceKeys } from "../../../lib/place-keys.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useShown } from "../../../lib/use-shown.ts";
import { RecordFailure } from "../../../parts/records/record-failure.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { OfferFacts } from "./offer-facts.tsx";
import { OfferPreview } from "./offer-preview.tsx";
import { OfferState } from "./offer-state.tsx";
import { type Decision, sendDecision } from "./send-offer.ts";

type Props = {
  id: string;
  onClose: () => void;
  /** To the row below, and above. */
  onNext: () => void;
  onPrevious: () => void;
};

/** Panel of one capture that a source offers: previewed, and accepted or rejected by keys or buttons. */
export function OfferPanel({ id, onClose, onNext, onPrevious }: Props) {
  const { t } = useTranslation(["offers", "app"]);
  const format = useFormat();
  const failureText = useFailureText();
  const query = useQuery(recordQuery(paths.offeredCapture, id));
  const [busy, setBusy] = useState<Decision>();
  const isShown = useShown();
  const offer = query.data;

  async function decide(decision: Decision) {
    if (!offer?.can[decision] || busy) return;
    setBusy(decision);
    try {
      await sendDecision(offer.id, decision);
      toast.success(t(`${decision}_note`));
      if (isShown()) onNext();
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }
  usePlaceKeys(
    {
      KeyJ: onNext,
      KeyK: onPrevious,
      KeyA: () => void decide("accept"),
      KeyR: () => void decide("reject"),
    },
    true,
  );
  const title = offer
    ? t("title_of", { garden: format.name(offer.garden.name), day: format.date(offer.day) })
    : t(query.isError ? "app:no_data" : "app:loading");
  return (
    <SidePanel title={title} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={9} />}
      {query.isError && !offer && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {offer && (
        <div className="grid gap-4">
          <Decisions offer={offer} busy={busy} onDecide={(one) => void decide(one)} />
          <OfferPreview offer={offer} size="panel" />
          <SameDays offer={offer} />
          <SameImage offer={offer} />
          {offer.process && (
            <Link
              to="/admin/process"
              search={{ open: String(offer.process.id) }}
              className={buttonClass("plain", "md")}
            >
              <LoaderCircle aria-hidden className="size-4" />
              {t("show_process")}
            </Link>
          )}
          <OfferFacts offer={offer} />
        </div>
      )}
    </SidePanel>
  );
}

type DecisionsProps = {
  offer: OfferedCapture;
  busy: Decision | undefined;
  onDecide: (decision: Decision) => void;
};

function Decisions({ offer, busy, onDecide }: DecisionsProps) {
  const { t } = useTranslation("offers");
  const { can } = offer;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <OfferState offer={offer} />
        <span className="ms-auto flex gap-2">
          {can.accept && (
            <Button
              tone="primary"
              busy={busy === "accept"}
              icon={<Check aria-hidden className="size-4" />}
              aria-keyshortcuts="A"
              onClick={() => onDecide("accept")}
            >
              {t("accept")}
            </Button>
          )}
          {can.reject && (
            <Button
              busy={busy === "reject"}
              icon={<X aria-hidden className="size-4" />}
              aria-keyshortcuts="R"
              onClick={() => onDecide("reject")}
            >
              {t("reject")}
            </Button>
          )}
        </span>
      </div>
      <p className="text-sm text-ink-2">{t(`state_text_${offerStanding(offer)}`)}</p>
      {(can.accept || can.reject) && (
        <p className="text-xs text-ink-3 max-sm:hidden">{t("keys")}</p>
      )}
    </div>
  );
}

/** It came from another source, or was uploaded. */
function SameImage({ offer }: { offer: OfferedCapture }) {
  const { t } = useTranslation("offers");
  const format = useFormat();
  if (!offer.same_image) return null;
  const { id, file_name, date } = offer.same_image;
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-ink-2">
      <p>{t("same_image_text", { file: file_name, day: format.date(date) })}</p>
      <Link
        to="/admin/image_processing_ai/$image"
        params={{ image: String(id) }}
        className={cx(buttonClass("plain", "sm"), "justify-self-start")}
      >
        <Images aria-hidden className="size-4" />
        {t("same_image_open")}
      </Link>
    </div>
  );
}

function SameDays({ offer }: { offer: OfferedCapture }) {
  const { t } = useTranslation("offers");
  const format = useFormat();
  if (offer.same_days.length === 0) return null;
  const days = offer.same_days.map((day) => format.date(day)).join("; ");
  return (
    <p className="flex items-start gap-2 rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t("same_as", { days })}
    </p>
  );
}
