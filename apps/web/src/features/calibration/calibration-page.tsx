import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordFailure } from "../../parts/records/record-failure.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { CalibrationActions } from "./calibration-actions.tsx";
import { CalibrationBegin, Drawing } from "./calibration-begin.tsx";
import { calibrationQuery, useKeepCalibration } from "./calibration-query.ts";
import { CountAndRange, MarkedAndFound } from "./calibration-result.tsx";
import { CameTrue, PlotForecasts } from "./plot-forecast.tsx";
import { ThresholdAdvice } from "./threshold-advice.tsx";
import { WindowList } from "./window-list.tsx";
import { WindowView } from "./window-view.tsx";

type Props = {
  id: string;
  window: number | undefined;
  /** Shows what the windows teach of the image's kind of ground. */
  renderGround: (image: WholeImage) => ReactNode;
};

/** Checking an image's count: people count trees in windows drawn at random, and see what that says. */
export function CalibrationPage({ id, window, renderGround }: Props) {
  const navigate = useNavigate();
  const toList = () => void navigate({ to: "/admin/image_processing_ai" });
  const calibration = useQuery(calibrationQuery(id));
  const image = useQuery({
    ...recordQuery(paths.wholeImage, id),
    refetchInterval: ({ state }) =>
      ["pending", "in_progress"].includes(state.data?.status ?? "") ? 5000 : false,
  });
  useFreshWhenCounted(image.data?.status, calibration.refetch);
  const failed = [calibration, image].find((one) => one.isError && !one.data);
  if (failed)
    return (
      <div className="p-6">
        <RecordFailure
          error={failed.error}
          onRetry={() => void failed.refetch()}
          onClose={toList}
        />
      </div>
    );
  if (!calibration.data || !image.data) return <Waiting />;
  return (
    <Shown
      calibration={calibration.data}
      image={image.data}
      n={window}
      renderGround={renderGround}
    />
  );
}

/** Counted anew, with another model or threshold: the windows give another result. */
function useFreshWhenCounted(status: WholeImage["status"] | undefined, refetch: () => unknown) {
  const before = useRef(status);
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== status;
    before.current = status;
    if (isChanged) void refetch();
  }, [status, refetch]);
}

type ShownProps = {
  calibration: Calibration;
  image: WholeImage;
  n: number | undefined;
} & Pick<Props, "renderGround">;

function Shown({ calibration, image, n, renderGround }: ShownProps) {
  const navigate = useNavigate();
  const keep = useKeepCalibration(String(image.id));
  const { t } = useTranslation("calibration");
  const isDirty = useRef(() => false);
  // While it is counted anew there is nothing to compare with.
  const isCompleted = image.status === "completed";
  const { windows, can } = calibration;
  const window =
    windows.find((one) => one.n === n) ?? windows.find((one) => one.state === "open") ?? windows[0];
  function handleGo(next: number) {
    void navigate({
      to: "/admin/image_processing_ai/$image/calibration",
      params: { image: String(image.id) },
      search: { window: next },
      replace: true,
      resetScroll: false,
    });
  }
  const isEmpty = !window && calibration.counted === 0;
  if (isEmpty)
    return (
      <div className="min-h-full bg-surface">
        <Header image={image} />
        <CalibrationBegin calibration={calibration} isCompleted={isCompleted} />
        {isCompleted && (
          <div className="mx-auto grid max-w-xl gap-6 px-6 pb-10">
            <PlotForecasts calibration={calibration} />
            {calibration.from_kind && <CountAndRange calibration={calibration} />}
            {renderGround(image)}
          </div>
        )}
      </div>
    );
  return (
    <div className={frameClass}>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <Header image={image} />
      </div>
      <div className={stageClass}>
        {window ? (
          <WindowView
            calibration={calibration}
            window={window}
            onGo={handleGo}
            onSaved={keep}
            isDirty={isDirty}
          />
        ) : (
          <Drawing />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-6 px-5 pt-2 pb-10 lg:col-start-2 lg:row-start-2 lg:overflow-y-auto">
        {isCompleted ? (
          <CountAndRange calibration={calibration} />
        ) : (
          <p role="status" className="text-sm text-ink-2">
            {t("processing_text")}
          </p>
        )}
        {window && <WindowList calibration={calibration} n={window.n} onGo={handleGo} />}
        {isCompleted && (
          <>
            <CameTrue calibration={calibration} />
            <PlotForecasts calibration={calibration} />
            <MarkedAndFound calibration={calibration} />
            <ThresholdAdvice calibration={calibration} name={image.file_name} />
            {renderGround(image)}
          </>
        )}
        {can.change && (
          <CalibrationActions
            calibration={calibration}
            name={image.file_name}
            isDirty={() => isDirty.current()}
          />
        )}
      </div>
    </div>
  );
}

/** Image on the left over the whole height; on a narrow screen one under the other. */
const frameClass =
  "flex min-h-full flex-col bg-surface lg:grid lg:h-full lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_minmax(0,1fr)]";
const stageClass =
  "flex min-w-0 flex-col lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:min-h-0 lg:border-e lg:border-line";

function Header({ image }: { image: WholeImage }) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  return (
    <PageHeader
      title={t("title")}
      text={`${image.file_name} · ${format.date(image.date)}`}
      actions={
        <Link
          to="/admin/image_processing_ai/$image"
          params={{ image: String(image.id) }}
          className={buttonClass("plain", "sm")}
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("back")}
        </Link>
      }
    />
  );
}

/** The image and the figures beside it that are coming. */
function Waiting() {
  return (
    <div aria-hidden className={frameClass}>
      <div className={stageClass}>
        <div className="min-h-12" />
        <Skeleton className="h-[min(100vw,62dvh)] rounded-none lg:h-auto lg:grow" />
        <div className="min-h-28" />
      </div>
      <div className="p-5 lg:col-start-2">
        <SkeletonLines lines={8} />
      </div>
    </div>
  );
}
