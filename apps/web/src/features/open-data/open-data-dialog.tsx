import type { AnswerTo } from "@nihol/contract/api/calls";
import type { Publishable } from "@nihol/contract/values/open-data/collections";
import { paths } from "@nihol/contract/values/paths";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { apiAddress } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { HowToRead } from "./how-to-read.tsx";

type Collection = AnswerTo<"GET /open-data">["results"][number];

const queryKey = [paths.openData];

/** The addresses under which the programme's open data is read, as this browser reaches them. */
export function addressOf(published?: Publishable): string {
  if (published === "readings") return `${window.location.origin}${apiAddress(paths.sensorThings)}`;
  const items = published ? `/collections/${published}/items` : "";
  return `${window.location.origin}${apiAddress(paths.ogc)}${items}`;
}

/** Collections that everybody may read without signing in: published and withdrawn one by one, after a question. */
export default function OpenDataDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("open-data");
  const query = useQuery({ queryKey, queryFn: ({ signal }) => ask("GET /open-data", { signal }) });
  const [asked, setAsked] = useState<Collection>();
  return (
    <Dialog open onClose={onClose} title={t("title")} description={t("about")} width="md">
      <div className="grid gap-5">
        {query.isPending && <SkeletonLines lines={6} />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <ul aria-label={t("title")} className="divide-y divide-line">
            {query.data.results.map((one) => (
              <CollectionRow key={one.name} collection={one} onAsk={() => setAsked(one)} />
            ))}
          </ul>
        )}
        <HowToRead
          address={addressOf()}
          catalogue={`${window.location.origin}${apiAddress(paths.stac)}`}
        />
      </div>
      {query.data && asked && (
        <Question asked={asked} all={query.data.results} onClose={() => setAsked(undefined)} />
      )}
    </Dialog>
  );
}

function CollectionRow({ collection, onAsk }: { collection: Collection; onAsk: () => void }) {
  const { t } = useTranslation("open-data");
  const format = useFormat();
  const { name, published_at } = collection;
  const title = t(`collection_${name}`);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-40 grow text-sm">
        <p className="font-medium">{title}</p>
        <p className="text-xs text-ink-3">
          {published_at
            ? t("published_since", { day: format.date(published_at) })
            : t("not_published")}
        </p>
      </div>
      {published_at && (
        <CopyButton value={addressOf(name)} what={t("address_of", { name: title })} />
      )}
      <Button
        size="sm"
        aria-label={t(published_at ? "withdraw_of" : "publish_of", { name: title })}
        onClick={onAsk}
      >
        {t(published_at ? "withdraw" : "publish")}
      </Button>
    </li>
  );
}

type QuestionProps = { asked: Collection; all: readonly Collection[]; onClose: () => void };

/** Published is what was published before, with this one or without it. */
function Question({ asked, all, onClose }: QuestionProps) {
  const { t, i18n } = useTranslation(["open-data", "app"]);
  const client = useQueryClient();
  const name = t(`collection_${asked.name}`);
  const step = asked.published_at ? "withdraw" : "publish";
  async function handleConfirm() {
    const others = all.filter((one) => one.published_at && one.name !== asked.name);
    const published = [...others, ...(step === "publish" ? [asked] : [])].map((one) => one.name);
    const body = { published, confirm_publish: step === "publish" };
    client.setQueryData(queryKey, await ask("PUT /open-data", { body }));
    toast.success(i18n.t("app:updated"));
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t(`${step}_title`, { name })}
      consequence={t(`${step}_text`)}
      action={t(step)}
      tone={step === "publish" ? "primary" : "danger"}
      onConfirm={handleConfirm}
    />
  );
}
