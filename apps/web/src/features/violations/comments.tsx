import { paths } from "@nihol/contract/values/paths";
import type { ViolationComment, ViolationDetail } from "@nihol/contract/violations/violations";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormFailure } from "../../ui/error-panel.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved-guard.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Comments of people on the case, oldest first, and the place to write more. */
export function Comments({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation(["violations", "app"]);
  const [deleting, setDeleting] = useState<ViolationComment>();
  const path = `${paths.violation}/${violation.id}/comment`;

  async function handleDelete(comment: ViolationComment) {
    await del(`${path}/${comment.id}`);
    toast.success(t("app:deleted"));
    await refresh(paths.violation);
  }

  return (
    <div className="grid gap-4">
      {violation.comments.length === 0 && (
        <p className="text-sm text-ink-2">{t("comments_none")}</p>
      )}
      <ul aria-label={t("comments")} className="grid gap-4">
        {violation.comments.map((comment) => (
          <Comment key={comment.id} comment={comment} onDelete={() => setDeleting(comment)} />
        ))}
      </ul>
      {violation.can.answer && <Say violation={violation.id} />}
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={t("comment_delete_title", { name: deleting.author })}
          consequence={
            <q lang="mul" className="break-words">
              {deleting.body}
            </q>
          }
          action={t("app:delete")}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </div>
  );
}

function Comment({ comment, onDelete }: { comment: ViolationComment; onDelete: () => void }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  return (
    <li className="flex items-start gap-3 text-sm">
      <Avatar photo={null} name={comment.author} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span lang="mul" className="font-medium">
            {comment.author}
          </span>
          <time dateTime={comment.created_at} className="text-xs text-ink-3">
            {format.dateTime(comment.created_at)}
          </time>
        </p>
        <p lang="mul" className="break-words whitespace-pre-line">
          {comment.body}
        </p>
      </div>
      {comment.can.delete && (
        <IconButton label={t("comment_delete", { name: comment.author })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}

function Say({ violation }: { violation: number }) {
  const { t } = useTranslation("violations");
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/violations/violations")).violationCommentCreateSchema,
    initial: { body: "" },
    submit: async (comment) => {
      await ask("POST /violation/:id/comment", { params: { id: violation }, body: comment });
      form.set("body", "");
      await refresh(paths.violation);
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-2">
      <TextArea {...form.field("body")} label={t("comment_new")} />
      <FormFailure form={form} />
      <UnsavedGuard isDirty={() => form.values.body.trim() !== ""} />
      <div className="flex justify-end">
        <Button type="submit" tone="primary" busy={form.busy}>
          {t("comment_send")}
        </Button>
      </div>
    </form>
  );
}
