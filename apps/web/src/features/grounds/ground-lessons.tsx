import type { ImageGround } from "@nihol/contract/imagery/grounds";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useNavigate } from "@tanstack/react-router";
import { RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";
import { GroundFile } from "./ground-file.tsx";
import { useKeepGround } from "./ground-query.ts";
import { useSend } from "./use-send.ts";

type Lessons = NonNullable<ImageGround["lessons"]>;
type Props = { all: ImageGround; lessons: Lessons; image: WholeImage };

/** Shows what the newest version of a ground's lessons gave, and what may be done with it. */
export function GroundLessons({ all, lessons, image }: Props) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  const { before, after, is_better, is_withdrawn } = lessons;
  const used = image.lessons;
  const beforeAfter = (of: (found: Lessons["before"]) => string) =>
    t("before_after", { before: of(before), after: of(after) });
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          {t("version", { n: format.number(lessons.n), date: format.date(lessons.learned_at) })}
        </span>
        <Badge
          tone={is_withdrawn ? "watch" : is_better ? "good" : "unknown"}
          shape={is_withdrawn ? "stopped" : is_better ? "done" : "none"}
        >
          {t("learned_from", {
            trees: format.number(lessons.trees),
            plots: format.number(lessons.plots),
          })}
        </Badge>
      </p>
      <Stats>
        <Stat label={t("f1")} value={beforeAfter(({ f1 }) => format.share(f1, 0))} />
        <Stat
          label={t("found")}
          value={beforeAfter(({ found }) => format.number(found))}
          note={t("stand", { n: format.number(lessons.trees) })}
        />
      </Stats>
      <p className="text-ink-2">
        {t("judged")} {t(is_withdrawn ? "withdrawn" : is_better ? "better" : "not_better")}
      </p>
      <p className="text-ink-2">
        {used?.is_better ? t("used_by", { n: format.number(used.n) }) : t("unused_by")}
      </p>
      <Labels lessons={lessons} />
      {(["recounting", "kept"] as const).map((which) =>
        all.ground && all.ground[which] > 0 ? (
          <p key={which} className="text-watch">
            {t(which, { n: format.number(all.ground[which]) })}
          </p>
        ) : null,
      )}
      <Actions all={all} lessons={lessons} image={image} />
    </div>
  );
}

/** Lists the images whose windows taught, and says where their marks are gone. */
function Labels({ lessons: { labelled, is_withdrawn } }: Pick<Props, "lessons">) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  const isLost = labelled.some(({ gone }) => gone > 0);
  return (
    <details open={isLost}>
      <summary>{t("labels_of")}</summary>
      <ul className="text-ink-2">
        {labelled.map(({ image, plots, trees, gone }) => (
          <li key={image}>
            {t("labels_image", {
              image: String(image),
              plots: format.number(plots),
              trees: format.number(trees),
            })}
            {gone > 0 && `, ${t("labels_gone", { n: format.number(gone) })}`}
          </li>
        ))}
      </ul>
      {isLost && !is_withdrawn && <p className="text-watch">{t("labels_lost")}</p>}
    </details>
  );
}

function Actions({ all, lessons, image }: Props) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  const navigate = useNavigate();
  const id = String(image.id);
  const params = { id };
  const keep = useKeepGround(id);
  const { send, busy } = useSend(keep);
  const [asked, setAsked] = useState<"recount" | "without" | "withdraw">();
  const { can, ground } = all;

  async function handleRecount(use: boolean) {
    keep(await ask("POST /whole-image/:id/ground/recount", { params, body: { use } }));
    toast.success(t("recount_started"));
    void navigate({ to: "/admin/image_processing_ai/$image", params: { image: id } });
  }
  async function handleWithdraw() {
    const body = { withdrawn: true };
    const next = await ask("POST /whole-image/:id/ground/lessons", { params, body });
    keep(next);
    toast.success(t("withdrawn_now", { n: format.number(next.ground?.recounting ?? 0) }));
    setAsked(undefined);
  }
  const close = () => setAsked(undefined);
  const consequence = t("recount_text", { trees: format.number(image.trees.found ?? 0) });
  const wide = "h-auto! min-h-9 py-1.5 text-start whitespace-normal!";
  return (
    <div className="flex flex-wrap gap-2">
      {can.recount && (
        <Button
          tone="primary"
          className={wide}
          icon={<RotateCcw aria-hidden className="size-4 shrink-0" />}
          onClick={() => setAsked("recount")}
        >
          {t("recount")}
        </Button>
      )}
      {can.recount_without && (
        <Button className={wide} onClick={() => setAsked("without")}>
          {t("recount_without")}
        </Button>
      )}
      {can.withdraw && (
        <Button
          tone="quiet"
          icon={<Undo2 aria-hidden className="size-4" />}
          onClick={() => setAsked("withdraw")}
        >
          {t("withdraw")}
        </Button>
      )}
      {can.restore && (
        <Button
          tone="quiet"
          busy={busy}
          onClick={() =>
            send(() =>
              ask("POST /whole-image/:id/ground/lessons", { params, body: { withdrawn: false } }),
            )
          }
        >
          {t("restore")}
        </Button>
      )}
      {!lessons.is_withdrawn && ground && <GroundFile id={id} name={ground.name} n={lessons.n} />}
      <ConfirmDialog
        open={asked === "recount"}
        onClose={close}
        title={t("recount_title", { name: image.file_name })}
        consequence={consequence}
        action={t("recount")}
        tone="primary"
        onConfirm={() => handleRecount(true)}
      />
      <ConfirmDialog
        open={asked === "without"}
        onClose={close}
        title={t("without_title", { name: image.file_name })}
        consequence={consequence}
        action={t("recount_without")}
        tone="primary"
        onConfirm={() => handleRecount(false)}
      />
      <ConfirmDialog
        open={asked === "withdraw"}
        onClose={close}
        title={t("withdraw_title", { n: format.number(lessons.n), name: ground?.name ?? "" })}
        consequence={t("withdraw_text")}
        action={t("withdraw")}
        onConfirm={handleWithdraw}
      />
    </div>
  );
}
