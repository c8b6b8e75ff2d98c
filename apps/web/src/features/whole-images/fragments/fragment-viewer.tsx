import { Dialog } from "@base-ui/react/dialog";
import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { paths } from "@nihol/contract/values/paths";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Keyboard, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useDocumentTitle } from "../../../lib/navigation/document-title.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { viewOf, viewQuery, viewSearch } from "../../../map/data/view-search.ts";
import { ViewChoice, ViewLegend } from "../../../map/images/view-choice.tsx";
import { CheckProgress } from "../../../parts/counts/check-progress.tsx";
import { checkQueueQuery, nextToCheck } from "../../../parts/counts/check-queue.ts";
import { NoInfrared } from "../../../parts/states/no-infrared.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { CorrectFragment } from "../corrections/correct-fragment.tsx";
import { fragmentImageQuery, inView } from "../layers/fragment-image.ts";
import { fragmentPath, fragmentQuery } from "../layers/fragment-query.ts";
import type { StageControls } from "../layers/image-stage.tsx";
import { LayerSwitch } from "../layers/layer-switch.tsx";
import { type Layer, layers } from "../layers/layers.ts";
import { SymbolLegend } from "../layers/symbol-legend.tsx";
import { ViewerImage } from "../layers/viewer-image.tsx";
import { FragmentFacts } from "./fragment-facts.tsx";
import { type Step, useFragmentOrder } from "./fragment-order.ts";
import type { ViewerSearch } from "./fragment-search.ts";
import { RelatedFragments } from "./related-fragments.tsx";
import { useReview } from "./use-review.ts";
import { ViewerHelp } from "./viewer-help.tsx";
import { useViewerKeys } from "./viewer-keys.ts";

type Props = { image: string; n: number; search: ViewerSearch };

/** Ways out of the view: to the next one to check, to another look of the same, back to the list. */
function useViewerWays({ image, n, search }: Props, upcoming: ReturnType<typeof nextToCheck>) {
  const navigate = useNavigate();

  function go(step: Step | undefined) {
    if (!step) return;
    void navigate({
      to: "/admin/image_processing_ai/$image/$n",
      params: { image, n: String(step.n) },
      search: { ...search, page: step.page },
      replace: true,
    });
  }
  function goToCheck() {
    if (!upcoming) return;
    void navigate({
      to: "/admin/image_processing_ai/$image/$n",
      params: { image: String(upcoming.whole_image), n: String(upcoming.n) },
      // Where the list stood says nothing of a fragment that the queue leads to.
      search: { ...search, page: undefined },
      replace: true,
    });
  }
  const show = (next: Partial<ViewerSearch>) =>
    void navigate({
      to: "/admin/image_processing_ai/$image/$n",
      params: { image, n: String(n) },
      search: { ...search, ...next },
      replace: true,
    });
  function handleClose() {
    const { layer: _layer, correct: _correct, garden: _garden, ...listed } = search;
    void navigate({ to: "/admin/image_processing_ai/$image", params: { image }, search: listed });
  }

  return { go, goToCheck, show, handleClose };
}

/** Viewer of one fragment over the whole screen, under its own address. */
export function FragmentViewer({ image, n, search }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const fragment = useQuery(fragmentQuery(image, n));
  const whole = useQuery(recordQuery(paths.wholeImage, image));
  const order = useFragmentOrder(image, n, search);
  const queue = useQuery(checkQueueQuery({ image, garden: search.garden }));
  const { busy, review } = useReview(fragment.data);
  const controls = useRef<StageControls>(null);
  const [blend, setBlend] = useState(1);
  const [helping, setHelping] = useState(false);
  const [hasRows, setHasRows] = useState(false);
  const upcoming = nextToCheck(queue.data, image, n);
  const { go, goToCheck, show, handleClose } = useViewerWays({ image, n, search }, upcoming);
  const layer = search.layer ?? "labelled";
  const hasNir = whole.data?.has_nir ?? true;
  const view = viewOf(search, hasNir);
  const title = t("fragment_n", { n: format.number(n) });
  useDocumentTitle(title);
  useAhead(image, order.next, layer, viewQuery(view));
  useFreshListAfter(image);

  const setLayer = (next: Layer) => show({ layer: next });
  const mayCorrect = fragment.data?.can.correct === true && whole.data?.status === "completed";
  const isCorrecting = search.correct === "1" && mayCorrect;
  const setCorrecting = (on: boolean) => show({ correct: on ? "1" : undefined });

  // While trees are corrected their own keys accept and remove: edit-keys.ts.
  const unlessCorrecting = (act: () => void) => () => isCorrecting || act();
  useViewerKeys({
    layer: (index) => isCorrecting || setLayer(layers[index] ?? "original"),
    next: () => go(order.next),
    previous: () => go(order.previous),
    accept: unlessCorrecting(() => void review("accepted")),
    reject: unlessCorrecting(() => void review("rejected")),
    takeBack: unlessCorrecting(() => void review("new")),
    nextToCheck: goToCheck,
    correct: unlessCorrecting(() => mayCorrect && setCorrecting(true)),
    zoomIn: () => controls.current?.zoomIn(),
    zoomOut: () => controls.current?.zoomOut(),
    fit: () => controls.current?.fit(),
    help: () => setHelping(true),
  });

  return (
    <WholeScreen onClose={handleClose}>
      {/* Names the fragment, and chooses how it is shown: each stays in one line, whatever the file is called. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <ViewerTitle {...{ title, order }} image={whole.data} onStep={go} onClose={handleClose} />
        <div className="flex max-w-full flex-wrap items-center gap-x-4 gap-y-2">
          {!isCorrecting && (
            <LayerSwitch layer={layer} onLayer={setLayer} blend={blend} onBlend={setBlend} />
          )}
          <ViewChoice view={view} hasNir={hasNir} onView={(next) => show(viewSearch(next))} />
          <IconButton
            label={t("keys_title")}
            onClick={() => setHelping(true)}
            className="max-md:hidden"
          >
            <Keyboard />
          </IconButton>
        </div>
        <NoInfrared view={search.view} hasNir={hasNir} />
      </div>
      <div className="flex min-h-0 grow flex-col lg:flex-row">
        {isCorrecting && fragment.data && whole.data ? (
          <CorrectFragment
            key={n}
            fragment={fragment.data}
            image={whole.data}
            controls={controls}
            view={view}
            onFinish={() => void review("accepted").then((isSaved) => isSaved && go(order.next))}
            onLeave={() => setCorrecting(false)}
          />
        ) : (
          <>
            <FragmentStage
              {...{ layer, blend, controls, view, hasNir, hasRows }}
              fragment={fragment.data}
              offersRows={(whole.data?.rows.length ?? 0) > 0}
              onRows={setHasRows}
            />
            <FragmentAside
              {...{ fragment, search, busy }}
              image={whole.data}
              queue={queue.data}
              onNext={upcoming && goToCheck}
              onReview={(next) => void review(next)}
              onCorrect={mayCorrect ? () => setCorrecting(true) : undefined}
            />
          </>
        )}
      </div>
      {helping && <ViewerHelp isCorrecting={isCorrecting} onClose={() => setHelping(false)} />}
    </WholeScreen>
  );
}

type ScreenProps = { onClose: () => void; children: ReactNode };

/** A dialog that covers all, and takes the focus itself: its keys are heard from the start. */
function WholeScreen({ onClose, children }: ScreenProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="fixed inset-0 z-40 flex flex-col overflow-y-auto bg-surface outline-none lg:overflow-hidden"
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type StepsProps = {
  order: ReturnType<typeof useFragmentOrder>;
  onStep: (step: Step | undefined) => void;
};

type TitleProps = StepsProps & {
  title: string;
  image: WholeImage | undefined;
  onClose: () => void;
};

/** Names the fragment and its image, with the ways to its neighbours. */
function ViewerTitle({ title, image, order, onStep, onClose }: TitleProps) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (
    <div className="flex min-w-0 grow basis-72 items-center gap-x-3">
      <IconButton label={t("key_close")} onClick={onClose} className="-me-2">
        <X />
      </IconButton>
      <div className="min-w-0 grow leading-tight">
        <Dialog.Title className="truncate text-sm font-semibold">{title}</Dialog.Title>
        <p className="truncate text-xs text-ink-3" title={image?.file_name}>
          {image && `${format.date(image.date)} · ${image.file_name}`}
        </p>
      </div>
      <Steps order={order} onStep={onStep} />
    </div>
  );
}

type StageProps = Required<
  Pick<ComponentProps<typeof ViewerImage>, "layer" | "blend" | "controls" | "view" | "hasRows">
> & {
  fragment: Fragment | undefined;
  hasNir: boolean;
  /** Rows of young trees were found in its image. */
  offersRows: boolean;
  onRows: (on: boolean) => void;
};

/** The picture, with what its colours and signs mean. */
function FragmentStage({ fragment, hasNir, offersRows, onRows, ...shown }: StageProps) {
  const { layer, view, hasRows } = shown;
  return (
    <div className="relative h-[60dvh] shrink-0 lg:h-auto lg:min-w-0 lg:shrink lg:grow">
      {fragment && <ViewerImage fragment={fragment} {...shown} />}
      <div className="pointer-events-none absolute bottom-3 inset-s-3 grid max-w-[calc(100%-5rem)] justify-items-start gap-2">
        <ViewLegend view={view.view} hasNir={hasNir} />
        {layer !== "original" && (
          <SymbolLegend offersRows={offersRows} hasRows={hasRows} onRows={onRows} />
        )}
      </div>
    </div>
  );
}

type AsideProps = Pick<
  ComponentProps<typeof FragmentFacts>,
  "image" | "busy" | "onReview" | "onCorrect"
> & {
  fragment: UseQueryResult<Fragment>;
  queue: CheckQueue | undefined;
  search: ViewerSearch;
  /** To the next fragment of the queue, if it has another. */
  onNext: (() => void) | undefined;
};

/** Facts of the fragment, how far its queue is checked, and what else shows the same ground. */
function FragmentAside(props: AsideProps) {
  const { fragment, image, queue, search, busy, onNext, onReview, onCorrect } = props;
  const { t } = useTranslation("imagery");
  return (
    <aside
      aria-label={t("fragment_facts")}
      className="grid shrink-0 content-start gap-5 border-line p-4 lg:w-80 lg:overflow-y-auto lg:border-s"
    >
      {fragment.isPending && <SkeletonLines lines={8} />}
      {fragment.isError && (
        <ErrorPanel error={fragment.error} onRetry={() => void fragment.refetch()} />
      )}
      {fragment.data && (
        <>
          <FragmentFacts
            fragment={fragment.data}
            image={image}
            busy={busy}
            onReview={onReview}
            onCorrect={onCorrect}
          />
          {queue && <CheckProgress queue={queue} shown={fragment.data} onNext={onNext} />}
          <RelatedFragments fragment={fragment.data} search={search} />
        </>
      )}
    </aside>
  );
}

function Steps({ order, onStep }: StepsProps) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { place, count, next, previous } = order;
  return (
    <div className="flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-ink-2">
      <IconButton
        label={t("key_previous")}
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={() => onStep(previous)}
      >
        <ChevronLeft />
      </IconButton>
      <span className="numeric min-w-16 text-center" aria-live="polite">
        {place && t("place_of", { n: format.number(place), count: format.number(count) })}
      </span>
      <IconButton
        label={t("key_next")}
        aria-keyshortcuts="j"
        disabled={!next}
        onClick={() => onStep(next)}
      >
        <ChevronRight />
      </IconButton>
    </div>
  );
}

/** Prefetches the next fragment's images while this one is shown. */
function useAhead(image: string, next: Step | undefined, layer: Layer, view: string): void {
  const client = useQueryClient();
  const n = next?.n;
  useEffect(() => {
    if (n === undefined) return;
    void client
      .fetchQuery(fragmentQuery(image, n))
      .then(({ images }) => {
        const ahead = (address: string) =>
          void client.prefetchQuery(fragmentImageQuery(inView(address, view)));
        ahead(images.original);
        if (layer === "labelled" || layer === "segmentation") ahead(images[layer]);
      })
      .catch(() => undefined);
  }, [client, image, n, layer, view]);
}

/** Reviews changed what the filters of the list hold: it is fetched anew when one goes back to it. */
function useFreshListAfter(image: string): void {
  const client = useQueryClient();
  useEffect(
    () => () => void client.invalidateQueries({ queryKey: [fragmentPath(image), "list"] }),
    [client, image],
  );
}
