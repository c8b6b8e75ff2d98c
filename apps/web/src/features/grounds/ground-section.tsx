import type { ImageGround } from "@nihol/contract/imagery/grounds";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { groundLimits } from "@nihol/contract/values/imagery/lessons";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GraduationCap, Tag, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button, textLink } from "../../ui/button.tsx";
import { GroundLessons } from "./ground-lessons.tsx";
import { GroundName } from "./ground-name.tsx";
import { groundQuery, useKeepGround } from "./ground-query.ts";
import { useSend } from "./use-send.ts";

type Props = { image: WholeImage };

/** The kind of ground that an image shows: named by people, learned from windows, and what that gave. */
export function GroundSection({ image }: Props) {
  const query = useQuery(groundQuery(String(image.id)));
  if (!query.data) return null;
  const { ground, can, lessons } = query.data;
  if (!ground && !can.name) return null;
  return <Shown ground={query.data} image={image} key={`${ground?.id} ${lessons?.n}`} />;
}

function Shown({ ground: all, image }: { ground: ImageGround; image: WholeImage }) {
  const { t } = useTranslation("grounds");
  const [isNaming, setNaming] = useState(false);
  const { ground, lessons, can } = all;
  return (
    <section className="grid justify-items-start gap-2 rounded-lg border border-line bg-sunken p-3.5">
      <h2 className="text-sm font-semibold">{t("title")}</h2>
      {ground ? <Named all={all} /> : <p className="text-sm text-ink-2">{t("intro")}</p>}
      {lessons && <GroundLessons all={all} lessons={lessons} image={image} />}
      {!ground && can.name && (
        <Button icon={<Tag aria-hidden className="size-4" />} onClick={() => setNaming(true)}>
          {t("name_it")}
        </Button>
      )}
      {ground && <Learning all={all} onRename={() => setNaming(true)} />}
      {isNaming && (
        <GroundName ground={all} name={image.file_name} onClose={() => setNaming(false)} />
      )}
    </section>
  );
}

/** Its name, who said so, and the labels that it has. */
function Named({ all: { ground } }: { all: ImageGround }) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  if (!ground) return null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-medium wrap-anywhere">
        {ground.name}
        {ground.by === "likeness" && (
          <span className="block text-xs font-normal text-ink-3">{t("by_likeness")}</span>
        )}
      </p>
      <p className="numeric text-ink-2">
        {t("labels", {
          plots: format.number(ground.plots),
          trees: format.number(ground.trees),
          images: format.number(ground.images),
        })}
      </p>
      {ground.others.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-2 pointer-coarse:py-3">{t("others")}</summary>
          <ul className="grid gap-0.5 pt-1">
            {ground.others.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-2">
                <Link
                  to="/admin/image_processing_ai/$image/calibration"
                  params={{ image: String(one.id) }}
                  className={`${textLink} inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11`}
                >
                  {one.file_name}
                </Link>
                <span className="numeric text-xs text-ink-3">{format.date(one.date)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Learning, why it came to nothing, and taking the image out of its ground. */
function Learning({ all, onRename }: { all: ImageGround; onRename: () => void }) {
  const { t } = useTranslation("grounds");
  const format = useFormat();
  const id = String(all.whole_image);
  const keep = useKeepGround(id);
  const { busy, send } = useSend(keep);
  const { ground, lessons, can } = all;
  if (!ground) return null;
  const params = { id };
  const isShort = ground.plots < groundLimits.plots;
  return (
    <>
      {ground.is_learning && (
        <p role="status" className="text-sm text-ink-2">
          {t("learning")}
        </p>
      )}
      {!ground.is_learning && ground.problem && (
        <p role="alert" className="text-sm text-act">
          {t(`problem_${ground.problem}`)}
        </p>
      )}
      {can.name && isShort && (
        <p className="text-sm text-ink-2">
          {t("needed", { needed: format.number(groundLimits.plots) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(can.learn || ground.is_learning) && (
          <Button
            tone={lessons ? "plain" : "primary"}
            className="h-auto! min-h-9 py-1.5 text-start whitespace-normal!"
            icon={<GraduationCap aria-hidden className="size-4 shrink-0" />}
            busy={busy || ground.is_learning}
            onClick={() => send(() => ask("POST /whole-image/:id/ground/learn", { params }))}
          >
            {t(lessons ? "learn_again" : "learn")}
          </Button>
        )}
        {can.name && (
          <>
            <Button tone="quiet" icon={<Tag aria-hidden className="size-4" />} onClick={onRename}>
              {t("rename")}
            </Button>
            <Button
              tone="quiet"
              icon={<X aria-hidden className="size-4" />}
              onClick={() => send(() => ask("DELETE /whole-image/:id/ground", { params }))}
            >
              {t("leave")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
