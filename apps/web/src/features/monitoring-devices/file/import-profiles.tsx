import type { ImportProfile, ReadingImport } from "@nihol/contract/sensors/readings";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

type Props = {
  preview: Pick<ReadingImport, "profile" | "profiles">;
  /** Reads the file anew by a profile, or by its headings. */
  onChoose: (profile: number | undefined) => void;
};

const byHeadings = "none";

/** Profiles that fit the file: one is chosen, named anew or deleted. */
export function ImportProfiles({ preview, onChoose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const [opened, setOpened] = useState<"name" | "delete">();
  const { profiles } = preview;
  const chosen = profiles.find(({ id }) => id === preview.profile);
  const says = ({ name, author, saved_at }: ImportProfile) =>
    t("profile_as", { name, author, date: format.date(saved_at) });
  async function handleDelete(id: number) {
    await ask("DELETE /import-profile/:id", { params: { id } });
    toast.success(t("app:deleted"));
    onChoose(undefined);
  }
  if (profiles.length === 0) return null;
  return (
    <section className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <SelectField
            name="profile"
            label={t("profile")}
            value={String(chosen?.id ?? byHeadings)}
            onChange={(id) => onChoose(id === byHeadings ? undefined : Number(id))}
            options={[
              ...profiles.map((one) => ({ value: String(one.id), label: says(one) })),
              { value: byHeadings, label: t("profile_none") },
            ]}
          />
        </div>
        {chosen?.can.change && (
          <IconButton
            label={t("parameter_change", { name: chosen.name })}
            onClick={() => setOpened("name")}
          >
            <Pencil />
          </IconButton>
        )}
        {chosen?.can.delete && (
          <IconButton
            label={t("group_delete", { name: chosen.name })}
            onClick={() => setOpened("delete")}
          >
            <Trash2 />
          </IconButton>
        )}
      </div>
      {chosen && (
        <p className="text-sm text-ink-2">
          {/* On a phone the choice has no room for all of it. */}
          <span className="sm:hidden">{`${says(chosen)}. `}</span>
          {t("profile_check")}
        </p>
      )}
      {chosen && opened === "name" && (
        <ProfileName
          profile={chosen}
          onClose={() => setOpened(undefined)}
          onDone={() => onChoose(chosen.id)}
        />
      )}
      <ConfirmDialog
        open={chosen !== undefined && opened === "delete"}
        onClose={() => setOpened(undefined)}
        title={t("profile_delete_title", { name: chosen?.name ?? "" })}
        consequence={t("profile_delete_text")}
        action={t("app:delete")}
        onConfirm={() => chosen && handleDelete(chosen.id)}
      />
    </section>
  );
}

type NameProps = { profile: ImportProfile; onClose: () => void; onDone: () => void };

function ProfileName({ profile, onClose, onDone }: NameProps) {
  const { t } = useTranslation("devices");
  const { id } = profile;
  const form = useForm({
    schema: async () => (await import("@nihol/contract/sensors/readings")).importProfilePatch.body,
    initial: { name: profile.name },
    submit: async (body) => {
      await ask("PATCH /import-profile/:id", { params: { id }, body });
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t("parameter_change", { name: profile.name })}>
      <TextField {...form.field("name")} label={t("name")} autoComplete="off" />
    </FormDialog>
  );
}
