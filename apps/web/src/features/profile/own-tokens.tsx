import type { AnswerTo } from "@nihol/contract/api/calls";
import type { AccessToken } from "@nihol/contract/people/access-tokens";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { apiAddress } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CodeBlock } from "../../ui/copy-button.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { TokenForm } from "./token-form.tsx";

type Made = AnswerTo<"POST /user-profile/access-token">;

/** Tokens that map programs show to read images in the person's name: made here, seen once, revoked here. */
export function OwnTokens() {
  const { t } = useTranslation("users");
  const [made, setMade] = useState<Made>();
  const query = useQuery({
    queryKey: [paths.accessToken],
    queryFn: ({ signal }) => ask("GET /user-profile/access-token", { signal }),
  });
  async function handleMade(token: Made) {
    setMade(token);
    await refresh(paths.accessToken);
  }
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">{t("tokens_about")}</p>
      {made ? (
        <MadeToken token={made.token} onDone={() => setMade(undefined)} />
      ) : (
        <TokenForm onMade={handleMade} />
      )}
      {query.data ? <TokenList tokens={query.data} /> : <SkeletonLines lines={3} />}
    </div>
  );
}

/** Address of this installation for a program of maps. */
function Address({ label, path }: { label: string; path: string }) {
  const { t } = useTranslation("app");
  return <CodeBlock label={label} copy={t("copy")} text={location.origin + apiAddress(path)} />;
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation(["users", "app"]);
  return (
    <section className="grid gap-4" aria-label={t("token_new")}>
      <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">{t("token_once")}</p>
      <CodeBlock label={t("token_new")} copy={t("token_copy")} text={token} />
      <Address label={t("token_wmts")} path={`${paths.wmts}/1.0.0/WMTSCapabilities.xml`} />
      <Address
        label={t("token_xyz")}
        path={`${paths.imageTiles}/${t("token_image")}/{z}/{x}/{y}?token=${token}`}
      />
      <p className="text-sm text-ink-2">{t("token_xyz_how")}</p>
      <Address label={t("token_stac")} path={paths.stac} />
      <p className="text-sm text-ink-2">{t("token_how")}</p>
      <div className="flex justify-end">
        <Button tone="primary" onClick={onDone}>
          {t("token_kept")}
        </Button>
      </div>
    </section>
  );
}

function TokenList({ tokens }: { tokens: readonly AccessToken[] }) {
  const { t } = useTranslation("users");
  const [ending, setEnding] = useState<AccessToken>();
  async function handleRevoke() {
    if (!ending) return;
    await ask("DELETE /user-profile/access-token/:id", { params: { id: ending.id } });
    await refresh(paths.accessToken);
    toast.success(t("token_revoked"));
  }
  if (tokens.length === 0) return <p className="text-sm text-ink-3">{t("tokens_none")}</p>;
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{t("tokens_own")}</h3>
      <ul className="divide-y divide-line">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setEnding(token)} />
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t("token_revoke_title", { name: ending?.name ?? "" })}
        consequence={t("token_revoke_text")}
        action={t("token_revoke")}
        onConfirm={handleRevoke}
      />
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { t } = useTranslation("users");
  const format = useFormat();
  const { name, expires_at, last_used_at, is_expired } = token;
  const date = format.date(expires_at);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 grow">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="text-xs text-ink-3">
          {is_expired ? t("token_expired", { date }) : t("token_until", { date })}
          {" · "}
          {last_used_at ? t("token_used", { ago: format.ago(last_used_at) }) : t("token_unused")}
        </p>
      </div>
      <Button onClick={onRevoke} aria-label={`${t("token_revoke")}: ${name}`}>
        {t("token_revoke")}
      </Button>
    </li>
  );
}
