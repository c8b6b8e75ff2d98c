import type { ColumnRole, ReadingImport } from "@nihol/contract/sensors/readings";
import { paths } from "@nihol/contract/values/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";

/** A file, and how it is to be read. */
export interface Choice {
  file: File;
  device: number | null;
  timezone: string;
  /** Profile by which it is read: the first that fits, one by its id, or none. */
  profile?: "newest" | number | undefined;
  roles?: ColumnRole[] | undefined;
  units?: string[] | undefined;
  dayOrder?: "dmy" | "mdy" | undefined;
  /** The person has said something of the file themselves. */
  isCorrected?: boolean;
  /** Name of the profile that was corrected. */
  profileName?: string | undefined;
}

/** A choice without a word of the person's own on the file. */
export const unsaid: Partial<Choice> = {
  ...{ roles: undefined, units: undefined, dayOrder: undefined },
  ...{ isCorrected: false, profileName: undefined },
};

/** The unit that is sent for a column whose unit stays as it is. */
export function chosenUnit({ unit, unit_state }: ReadingImport["columns"][number]): string {
  const isKnown = unit_state === "converted" || unit_state === "own";
  return unit && isKnown ? unit : "";
}

/** Units as they are, but of columns that get another role. */
export const unitsBeside = ({ columns }: ReadingImport, roles: readonly ColumnRole[]) =>
  columns.map((column, i) => (roles[i] === column.role ? chosenUnit(column) : ""));

/** Says by hand all that a profile says of the file: a correction changes a part of it and leaves the rest. */
const saidBy = (look: ReadingImport): Partial<Choice> => ({
  timezone: look.timezone,
  profileName: look.profiles.find(({ id }) => id === look.profile)?.name,
  roles: look.columns.map(({ role }) => role),
  units: look.columns.map(chosenUnit),
  dayOrder: look.day_order === "dmy" || look.day_order === "mdy" ? look.day_order : undefined,
});

/** A chosen file, what the server would make of it, and its import. */
export function useReadingImport(onClose: () => void) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>();
  const [preview, setPreview] = useState<ReadingImport>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function send(
    next: Choice,
    written?: { profileName: string | undefined },
  ): Promise<ReadingImport | undefined> {
    setBusy(true);
    setFailure(null);
    const form = new FormData();
    form.append("file", next.file);
    const query = {
      device: next.device,
      timezone: next.timezone,
      mapping: next.roles?.join(","),
      units: next.units?.join(","),
      day_order: next.dayOrder,
      profile: next.profile,
      profile_name: written?.profileName,
      dry_run: written ? "0" : "1",
    };
    try {
      return await ask("POST /device/reading/import", { query, body: form });
    } catch (error) {
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function previewAgain(next: Choice) {
    setChoice(next);
    const look = await send(next);
    setPreview(look);
    // The import follows what was proposed, though a newer profile should come meanwhile.
    if (look && next.profile === "newest")
      setChoice({ ...next, profile: look.profile ?? undefined });
  }
  const change = (next: Partial<Choice>) => choice && void previewAgain({ ...choice, ...next });
  /** Says something of the file by hand, from what the preview shows. */
  const correct = (next: Partial<Choice>) =>
    change({
      ...(preview && preview.profile !== null && saidBy(preview)),
      ...{ profile: undefined, isCorrected: true, ...next },
    });

  async function handleImport(profileName: string | undefined) {
    const done = choice && (await send(choice, { profileName }));
    if (!done) return;
    toast.success(t("imported", { n: format.number(done.accepted) }));
    await refresh(paths.device);
    onClose();
  }

  return {
    ...{ choice, preview, busy, failure, previewAgain, change, correct, handleImport },
    putAside: () => setPreview(undefined),
  };
}
