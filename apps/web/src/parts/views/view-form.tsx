import type { SavedView } from "@nihol/contract/people/saved-views";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { profileQuery, refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

type Props = {
  /** View that gets another name or another audience; left out, `kept` becomes a new one. */
  view?: SavedView;
  kept?: Pick<SavedView, "list" | "query" | "columns">;
  onSaved?: (id: number) => void;
  onClose: () => void;
};

/** Form for the name of a view, and for whether others see it. */
export default function ViewForm({ view, kept, onSaved, onClose }: Props) {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const { data: profile } = useQuery(profileQuery);
  const form = useForm({
    schema: async () => {
      const { savedViewCreate } = await import("@nihol/contract/people/saved-views");
      return savedViewCreate.body.pick({ name: true, is_shared: true });
    },
    initial: { name: view?.name ?? "", is_shared: view?.is_shared ?? false },
    submit: async (values) => {
      const saved = view
        ? await ask("PATCH /saved-view/:id", { params: { id: view.id }, body: values })
        : kept && (await ask("POST /saved-view", { body: { ...kept, ...values } }));
      await refresh(paths.savedView);
      toast.success(t("view_saved", { name: values.name }));
      if (saved) onSaved?.(saved.id);
      onClose();
    },
  });
  const organization = format.name(profile?.ministry?.name);
  return (
    <FormDialog
      title={view ? t("view_rename_title") : t("view_keep_title")}
      description={view ? undefined : t("view_keep_text")}
      form={form}
      width="sm"
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("name")} />
      <Switch
        label={t("view_share")}
        hint={
          organization ? t("view_share_organization", { organization }) : t("view_share_everybody")
        }
        checked={form.values.is_shared}
        onChange={(next) => form.set("is_shared", next)}
      />
    </FormDialog>
  );
}
