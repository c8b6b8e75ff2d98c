import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";

/** Comments of people on an alert, the oldest first, and the place to say more. */
export function AlertComments({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  return (
    <>
      {alert.said.length === 0 && <p className="text-sm text-ink-2">{t("comments_none")}</p>}
      <ul aria-label={t("comments")} className="grid gap-4">
        {alert.said.map(({ id, author, text, created_at }) => (
          <li key={id} className="flex items-start gap-3 text-sm">
            <Avatar photo={null} name={author} />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span lang="mul" className="font-medium">
                  {author}
                </span>
                <time dateTime={created_at} className="text-xs text-ink-3">
                  {format.dateTime(created_at)}
                </time>
              </p>
              <p lang="mul" className="break-words whitespace-pre-line">
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {alert.can.change && <Say alert={alert.id} />}
    </>
  );
}

function Say({ alert }: { alert: number }) {
  const { t } = useTranslation("alerts");
  const form = useForm({
    schema: async () => (await import("@nihol/contract/sensors/alerts")).alertCommentCreate.body,
    initial: { text: "" },
    submit: async (body) => {
      await ask("POST /alert/:id/comment", { params: { id: alert }, body });
      form.set("text", "");
      await refresh(paths.alert);
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-2">
      <TextArea {...form.field("text")} label={t("comment_new")} />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={() => form.values.text.trim() !== ""} />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          {t("comment_send")}
        </Button>
      </div>
    </form>
  );
}
