import { Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft, CircleAlert, Lock, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../lib/api/api-error.ts";
import { cx } from "../lib/cx.ts";
import type { Form } from "../lib/form/form.ts";
import { failureText } from "../lib/text/failure-text.ts";
import { Button, buttonClass } from "./button.tsx";

/** `failureText` in the reader's language. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation("errors");
  return (error) => failureText(error, t);
}

/** A refusal inside a dialog that is no form; nothing when there is none. */
export function FailureNote({ error }: { error: unknown }) {
  const { t } = useTranslation("errors");
  return error ? <FailureBox texts={[failureText(error, t)]} /> : null;
}

type Refused = Pick<Form<object>, "failure" | "errors" | "errorsElsewhere" | "isWaiting">;

/**
 * At the end of a form, after its fields: the refusal as a whole, and every reason that stands at no field of this
 * form. Nothing the server said is left unsaid.
 */
export function FormFailure({ form }: { form: Refused }) {
  const { failure, errors, errorsElsewhere, isWaiting } = form;
  const { t } = useTranslation(["errors", "app"]);
  const elsewhere = errorsElsewhere();
  const isOfFields = failure instanceof ApiError && Object.keys(failure.fields).length > 0;
  const isOfForm = failure && (!isOfFields || failure.detail);
  const texts = isOfForm ? [isWaiting ? t("app:line_waits") : failureText(failure, t)] : [];
  if (isOfFields && Object.keys(errors).length > elsewhere.length) texts.push(t("check_fields"));
  const all = [...new Set([...texts, ...elsewhere])];
  return all.length > 0 ? <FailureBox texts={all} /> : null;
}

function FailureBox({ texts }: { texts: readonly string[] }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md bg-act-soft px-3 py-2 text-sm text-act"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-1 break-words">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}

type PanelProps = {
  error: unknown;
  onRetry?: () => void;
  /** Where the way back leads from what may not be seen; to the screen before when left out. */
  onBack?: (() => void) | undefined;
};

/** In place of content that could not be fetched: what happened, and trying again or, where that is of no use, the way back. */
export function ErrorPanel({ error, onRetry, onBack }: PanelProps) {
  const { t } = useTranslation(["app", "errors"]);
  const isDenied = error instanceof ApiError && error.status === 403;
  const Sign = isDenied ? Lock : CircleAlert;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <Sign aria-hidden className={cx("size-8", isDenied ? "text-ink-3" : "text-act")} />
      <p className="max-w-md text-ink-2">{failureText(error, t)}</p>
      {isFinal(error) ? (
        <WayBack onBack={onBack} />
      ) : (
        onRetry && (
          <Button icon={<RotateCcw className="size-4" />} onClick={onRetry}>
            {t("try_again")}
          </Button>
        )
      )}
    </div>
  );
}

/** Asking again would be answered in the same way: what is asked for is not there, or not for this person. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}

const backIcon = <ArrowLeft className="size-4" />;

/** To where one came from; for who came by an address, to the screens that are open to them. */
function WayBack({ onBack }: Pick<PanelProps, "onBack">) {
  const { t } = useTranslation("app");
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = onBack ?? (canGoBack ? () => router.history.back() : undefined);
  if (back)
    return (
      <Button icon={backIcon} onClick={back}>
        {t("back")}
      </Button>
    );
  return (
    <Link to="/auth" className={buttonClass()}>
      {backIcon}
      {t("screens_open_to_you")}
    </Link>
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
        <pre className="max-w-full overflow-x-auto rounded-md bg-sunken p-3 text-start text-xs whitespace-pre-wrap">
          {detail}
        </pre>
      )}
    </div>
  );
}
