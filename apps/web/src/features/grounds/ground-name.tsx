import type { ImageGround } from "@nihol/contract/imagery/grounds";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useForm } from "../../lib/form/form.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useKeepGround } from "./ground-query.ts";

type Props = { ground: ImageGround; name: string; onClose: () => void };

const NEW = "new";

/** Says of which kind of ground an image is: one that has images like it, or a new one by its name. */
export function GroundName({ ground, name, onClose }: Props) {
  const { t } = useTranslation("grounds");
  const id = String(ground.whole_image);
  const keep = useKeepGround(id);
  const { alike } = ground;
  const form = useForm({
    schema: async () => {
      const { imageGroundName } = await import("@nihol/contract/imagery/grounds");
      const { z } = await import("@nihol/contract/z");
      const choice = z.object({ choice: z.string(), name: z.string() });
      return choice
        .transform((one) =>
          one.choice === NEW ? { name: one.name } : { ground: Number(one.choice) },
        )
        .pipe(imageGroundName.body);
    },
    initial: { choice: alike[0] ? String(alike[0].id) : NEW, name: "" },
    submit: async (body) => {
      keep(await ask("PUT /whole-image/:id/ground", { params: { id }, body }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("name_title", { name })}
      description={t("intro")}
      form={form}
      onClose={onClose}
    >
      {alike.length > 0 && (
        <SelectField
          {...form.field("choice")}
          label={t("choose")}
          options={[
            ...alike.map((one) => ({ value: String(one.id), label: one.name })),
            { value: NEW, label: t("new") },
          ]}
        />
      )}
      {form.values.choice === NEW && (
        <TextField {...form.field("name")} label={t("name")} hint={t("name_hint")} />
      )}
    </FormDialog>
  );
}
