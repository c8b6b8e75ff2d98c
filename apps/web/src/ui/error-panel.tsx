import { CircleAlert, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../lib/api-error.ts";
import { Button } from "./button.tsx";

/** What happened, in the reader's words: the server's text, or ours when none came. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation("errors");
  return (error) => {
    if (!(error instanceof ApiError)) return t("unknown");
    if (error.code === "network") return t("network");
    if (error.detail) return error.detail;
    if (Object.keys(error.fields).length) return t("check_fields");
    return error.status >= 500 ? t("server_error") : t("unknown");
  };
}

/** A refusal inside a form or dialog; nothing when there is none. */
export function FailureNote({ error }: { error: unknown }) {
  return error ? <Failure error={error} /> : null;
}

function Failure({ error }: { error: unknown }) {
  const text = useFailureText();
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md bg-act-soft px-3 py-2 text-sm text-act"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text(error)}
    </p>
  );
}

/** In place of content that could not be fetched: what happened, and trying again. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation("app");
  const text = useFailureText();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-8 text-act" />
      <p className="max-w-md text-ink-2">{text(error)}</p>
      {onRetry && (
        <Button icon={<RotateCcw className="size-4" />} onClick={onRetry}>
          {t("try_again")}
        </Button>
      )}
    </div>
  );
}

/** The whole screen failed: the specification's generic error, its details behind a toggle. */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation("app");
  const [shown, setShown] = useState(false);
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (
    <div
      role="alert"
      className="flex min-h-80 flex-col items-center justify-center gap-4 p-6 text-center"
    >
      <CircleAlert aria-hidden className="size-10 text-act" />
      <h1 className="text-xl font-semibold">{t("something_went_wrong")}</h1>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button tone="primary" icon={<RotateCcw className="size-4" />} onClick={onRetry}>
            {t("try_again")}
          </Button>
        )}
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t("hide_error") : t("show_error")}
        </Button>
      </div>
      {shown && (
        <pre className="max-w-full overflow-x-auto rounded-md bg-sunken p-3 text-left text-xs whitespace-pre-wrap">
          {detail}
        </pre>
      )}
    </div>
  );
}
