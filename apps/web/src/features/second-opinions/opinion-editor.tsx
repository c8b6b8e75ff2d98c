import type { SecondOpinionDetail } from "@nihol/contract/imagery/second-opinions";
import { opinionLimits } from "@nihol/contract/values/imagery/calibration";
import { ChevronLeft, ChevronRight, CircleHelp, Send } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { narrowScreen, useMedia } from "../../lib/use-media.ts";
import { AnnotationSigns, Crosshair } from "../../parts/annotating/annotation-signs.tsx";
import { AnnotationStage } from "../../parts/annotating/annotation-stage.tsx";
import { UndoButton } from "../../parts/annotating/undo-button.tsx";
import { useMarking } from "../../parts/annotating/use-annotating.ts";
import { type Draft, useDraft } from "../../parts/annotating/use-draft.ts";
import { useSendDraft } from "../../parts/annotating/use-send-draft.ts";
import { Button } from "../../ui/button.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { useLeave } from "../../ui/form/use-leave.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { type Cut, cuts, partOf } from "./fragment-parts.ts";
import { useOpinionImage } from "./opinion-image.ts";

type Props = {
  opinion: SecondOpinionDetail;
  /** It is sent: what the server answered. */
  onSent: (answer: SecondOpinionDetail) => void;
};

/** A fragment as a bare image: one point for each tree, part by part. */
export function OpinionEditor({ opinion, onSent }: Props) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const keys = useId();
  const stage = useRef<HTMLDivElement>(null);
  const image = useOpinionImage(opinion.original);
  const draft = useDraft([]);
  const isNarrow = useMedia(narrowScreen);
  const [chosen, setCut] = useState<Cut>();
  const cut = chosen ?? (isNarrow ? 4 : 2);
  const [n, setPart] = useState(0);
  const parts = cut * cut;
  const at = Math.min(n, parts - 1);
  const { frame, whole } = partOf(opinion, cut, at);
  const { crosshair, refusal, handlers } = useMarking(frame, draft, opinionLimits.points);
  const { guard } = useLeave(draft.isDirty, () => undefined);
  const { busy, send } = useSend(opinion, draft, onSent);
  const title = t("part_of", { n: format.number(at + 1), count: format.number(parts) });
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1">
        <IconButton label={t("part_previous")} disabled={at === 0} onClick={() => setPart(at - 1)}>
          <ChevronLeft />
        </IconButton>
        <h2 className="numeric text-sm font-semibold" aria-live="polite">
          {title}
        </h2>
        <IconButton
          label={t("part_next")}
          disabled={at === parts - 1}
          onClick={() => setPart(at + 1)}
        >
          <ChevronRight />
        </IconButton>
        <SelectBox
          aria-label={t("parts")}
          className="w-36!"
          value={String(cut)}
          options={cuts.map((one) => ({
            value: String(one),
            label: t("parts_n", { n: format.number(one * one), count: one * one }),
          }))}
          onChange={(next) => {
            setCut(cuts.find((one) => String(one) === next));
            setPart(0);
          }}
        />
        <output aria-live="polite" className="numeric ms-auto text-sm font-medium">
          {t("trees_n", { n: format.number(draft.annotations.length) })}
        </output>
      </div>
      <AnnotationStage
        frame={frame}
        whole={whole}
        image={image}
        box={{
          ref: stage,
          role: "application",
          tabIndex: 0,
          "aria-label": title,
          "aria-describedby": keys,
          className: "cursor-crosshair",
          ...handlers,
        }}
      >
        <AnnotationSigns frame={frame} points={draft.annotations} />
        {crosshair && <Crosshair frame={frame} point={crosshair} />}
      </AnnotationStage>
      <p id={keys} className="sr-only">
        {t("keys")}
      </p>
      <div className="grid gap-2 px-4 py-2.5">
        <p role="status" className={refusal ? "text-sm text-watch" : "text-sm text-ink-2"}>
          {refusal ? t(refusal, { max: format.number(opinionLimits.points) }) : t("hint")}
        </p>
        <div className="grid gap-2 sm:flex sm:flex-wrap">
          <UndoButton draft={draft} label={t("undo")} />
          <Button
            icon={<CircleHelp className="size-4" />}
            disabled={busy}
            onClick={() => void send(true)}
          >
            {t("nobody")}
          </Button>
          <Button
            tone="primary"
            className="max-sm:order-first sm:ms-auto"
            icon={<Send className="size-4" />}
            busy={busy}
            onClick={() => void send(false)}
          >
            {t("send")}
          </Button>
        </div>
      </div>
      {guard}
    </>
  );
}

function useSend(
  { id, whole_image }: SecondOpinionDetail,
  draft: Draft,
  onSent: (answer: SecondOpinionDetail) => void,
) {
  const { busy, send } = useSendDraft(draft, onSent);
  const sendPoints = (skipped: boolean) =>
    send(() =>
      ask("PUT /whole-image/:id/second-opinion/:opinion", {
        params: { id: whole_image, opinion: id },
        body: { points: skipped ? [] : [...draft.annotations], skipped },
      }),
    );
  return { busy, send: sendPoints };
}
