import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import { paths } from "@nihol/contract/values/paths";
import { decidedVerdicts } from "@nihol/contract/values/planting/verdicts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { usePlaceKeys } from "../../../lib/place-keys.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useShown } from "../../../lib/use-shown.ts";
import { OpenViolation } from "../../../parts/records/open-violation.tsx";
import { RecordFailure } from "../../../parts/records/record-failure.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { AppealDialog, type Decided, DecisionDialog } from "./decision-dialog.tsx";
import { VerdictPhotos, VerdictPlots } from "./verdict-ground.tsx";
import { VerdictHistory } from "./verdict-history.tsx";
import { VerdictImages } from "./verdict-images.tsx";
import { VerdictReasons } from "./verdict-reasons.tsx";
import { VerdictSummary } from "./verdict-summary.tsx";

type Props = {
  id: string;
  onClose: () => void;
  /** To the row below, and above. */
  onNext: () => void;
  onPrevious: () => void;
};

/** Panel of one verdict with everything that it is decided on; decided by keys or buttons. */
export function VerdictPanel({ id, onClose, onNext, onPrevious }: Props) {
  const { t } = useTranslation(["verdicts", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.plantingVerdict, id));
  const [choosing, setChoosing] = useState<Decided | "appeal">();
  const isShown = useShown();
  const verdict = query.data;
  const choose = (decided: Decided) => verdict?.can.decide && setChoosing(decided);
  usePlaceKeys(
    {
      KeyJ: onNext,
      KeyK: onPrevious,
      Digit1: () => choose("agrees"),
      Digit2: () => choose("unclear"),
      Digit3: () => choose("contradicts"),
    },
    choosing === undefined,
  );
  const title = verdict
    ? t("task_title", { id: verdict.id, garden: format.name(verdict.garden.name) })
    : t(query.isError ? "app:no_data" : "app:loading");
  return (
    <SidePanel wide title={title} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={9} />}
      {query.isError && !verdict && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {verdict && (
        <div className="grid gap-5">
          <VerdictSummary verdict={verdict} />
          <Actions verdict={verdict} onChoose={setChoosing} />
          <VerdictImages verdict={verdict} />
          <VerdictReasons verdict={verdict} />
          <div className="grid gap-5 sm:grid-cols-2">
            <VerdictPlots task={verdict.id} />
            <VerdictPhotos task={verdict.id} />
          </div>
          <VerdictHistory events={verdict.history} />
          {choosing === "appeal" && (
            <AppealDialog id={verdict.id} onClose={() => setChoosing(undefined)} />
          )}
          {choosing && choosing !== "appeal" && (
            <DecisionDialog
              key={choosing}
              verdict={verdict}
              chosen={choosing}
              onClose={() => setChoosing(undefined)}
              onDecided={() => {
                setChoosing(undefined);
                if (isShown()) onNext();
              }}
            />
          )}
        </div>
      )}
    </SidePanel>
  );
}

type ActionsProps = {
  verdict: PlantingVerdictDetail;
  onChoose: (choice: Decided | "appeal") => void;
};

function Actions({ verdict, onChoose }: ActionsProps) {
  const { t } = useTranslation("verdicts");
  const { can, proposed } = verdict;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {can.decide &&
          decidedVerdicts.map((one, index) => (
            <Button
              key={one}
              tone={one === proposed ? "primary" : "plain"}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => onChoose(one)}
            >
              {t(`decide_${one}`)}
            </Button>
          ))}
        {verdict.verdict === "contradicts" && (
          <OpenViolation origin={{ task: verdict.id }} size="md" />
        )}
        {can.appeal && <Button onClick={() => onChoose("appeal")}>{t("appeal")}</Button>}
        <Link
          to="/admin/tree_task"
          search={{ open: String(verdict.id) }}
          className={buttonClass("plain", "md")}
        >
          {t("open_task")}
        </Link>
      </div>
      {can.blocked && <p className="text-sm text-ink-2">{t(`blocked_${can.blocked}`)}</p>}
      {can.decide && <p className="text-xs text-ink-3 max-sm:hidden">{t("keys")}</p>}
    </div>
  );
}
