import type { SecondOpinionDetail, SecondOpinions } from "@nihol/contract/imagery/second-opinions";
import { paths } from "@nihol/contract/values/paths";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { opinionsOfImageQuery } from "../../parts/counts/opinions-of-image.ts";
import { BackToImage } from "../../parts/images/back-to-image.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { OpinionDraw } from "./opinion-draw.tsx";
import { OpinionEditor } from "./opinion-editor.tsx";
import { ImageFigures } from "./opinion-figures.tsx";
import { OpinionList } from "./opinion-list.tsx";
import { findNext, type OpinionSearch, opinionQuery, useFreshOpinions } from "./opinion-query.ts";
import { OpinionReview } from "./opinion-review.tsx";

type Props = { image: string; search: OpinionSearch };

/** A second person counts drawn fragments of an image blind; what two people have is compared. */
export function OpinionsPage({ image, search }: Props) {
  const navigate = useNavigate();
  const agreement = useQuery(opinionsOfImageQuery(image));
  const change = (next: OpinionSearch) =>
    void navigate({
      to: "/admin/image_processing_ai/$image/opinions",
      params: { image },
      search: { ...search, ...next },
      resetScroll: false,
    });
  async function handleNext() {
    const opinion = await findNext(image, search.opinion ?? 0);
    if (opinion) change({ opinion });
  }
  return (
    <div className={search.opinion ? frameClass : "min-h-full bg-surface"}>
      {search.opinion && (
        <div className={stageClass}>
          <Opened key={search.opinion} image={image} id={search.opinion} />
        </div>
      )}
      <div className="min-w-0 lg:col-start-2 lg:row-start-1 lg:overflow-y-auto">
        <Header image={image} />
        <div className="grid max-w-3xl content-start gap-6 px-5 pb-10">
          <Words />
          {agreement.isError && !agreement.data && (
            <ErrorPanel error={agreement.error} onRetry={() => void agreement.refetch()} />
          )}
          {agreement.isPending && <SkeletonLines lines={6} />}
          {agreement.data && (
            <>
              {isUntouched(agreement.data) && <Untouched />}
              <ImageFigures opinions={agreement.data} />
              {agreement.data.open_to_you > 0 && (
                <div>
                  <Button tone="primary" onClick={() => void handleNext()}>
                    {search.opinion ? <NextWords /> : <BeginWords />}
                  </Button>
                </div>
              )}
              <OpinionList image={image} search={search} onSearch={change} />
              {!isUntouched(agreement.data) && <OpinionDraw opinions={agreement.data} />}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

const frameClass =
  "flex min-h-full flex-col bg-surface lg:grid lg:h-full lg:grid-cols-[minmax(0,1fr)_26rem]";
const stageClass =
  "flex min-w-0 flex-col lg:col-start-1 lg:row-start-1 lg:min-h-0 lg:overflow-y-auto lg:border-e lg:border-line";

/** Tells whether nothing was drawn here, nor is there anything that could be. */
const isUntouched = ({ open, counted, skipped, to_draw, draws, can }: SecondOpinions) =>
  open + counted + skipped + to_draw + draws.length === 0 && !can.draw;

function Untouched() {
  const { t } = useTranslation("opinions");
  return <EmptyState icon={<UsersRound />} title={t("over_none")} text={t("none_seen")} />;
}

function Words() {
  const { t } = useTranslation("opinions");
  return <p className="text-sm text-ink-2">{t("text")}</p>;
}
function BeginWords() {
  const { t } = useTranslation("opinions");
  return t("begin");
}
function NextWords() {
  const { t } = useTranslation("opinions");
  return t("next");
}

function Header({ image }: { image: string }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const whole = useQuery(recordQuery(paths.wholeImage, image));
  return (
    <PageHeader
      title={t("title")}
      text={whole.data && `${whole.data.file_name} · ${format.date(whole.data.date)}`}
      actions={
        <>
          <Link to="/admin/image_processing_ai/agreement" className={buttonClass("plain", "sm")}>
            {t("over_link")}
          </Link>
          <BackToImage image={image} label={t("back")} />
        </>
      }
    />
  );
}

/** The opinion of the address: to be counted by who may, else what there is to see of it. */
function Opened({ image, id }: { image: string; id: number }) {
  const { t } = useTranslation("opinions");
  const client = useQueryClient();
  const query = useQuery(opinionQuery(image, id));
  const refresh = useFreshOpinions(image);
  async function handleSent(answer: SecondOpinionDetail) {
    client.setQueryData(opinionQuery(image, id).queryKey, answer);
    toast.success(t("said_sent"));
    await refresh();
  }
  if (query.isError && !query.data)
    return (
      <div className="p-5">
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  if (!query.data)
    return (
      <div className="grid place-items-center p-10 text-ink-3">
        <UsersRound aria-hidden className="size-8 animate-pulse" />
      </div>
    );
  return query.data.can.count ? (
    <OpinionEditor opinion={query.data} onSent={(answer) => void handleSent(answer)} />
  ) : (
    <OpinionReview opinion={query.data} />
  );
}
