import type { TerritoryImport } from "@nihol/contract/territory";
import type { TerritoryPath } from "@nihol/contract/values/paths";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceBox } from "../../ui/form/reference-box.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Number of the place that an outline of the file stands for, by the outline's index; null: none, it is left out. */
export type Choices = ReadonlyMap<number, number | null>;

type Props = {
  preview: TerritoryImport;
  path: TerritoryPath;
  onChoose: (index: number, id: number | null) => void;
};

/**
 * Shows what would change and by what each outline was recognized; what several places fit is chosen here, and the rest
 * may be.
 */
export function BoundaryImportPreview({ preview, path, onChoose }: Props) {
  const { t } = useTranslation(["territory", "app"]);
  const { matched, ambiguous, unmatched, rejected } = preview;
  return (
    <>
      {matched.length === 0 && <p className="text-ink-2">{t("import_nothing")}</p>}
      <Group
        title={t("import_ambiguous", { n: ambiguous.length })}
        note={t("import_ambiguous_text")}
      >
        {ambiguous.map((row) => (
          <AmbiguousRow key={row.index} row={row} onChoose={onChoose} />
        ))}
      </Group>
      <Group title={t("import_matched", { n: matched.length })}>
        {matched.map((row) => (
          <MatchedRow key={row.index} row={row} onChoose={onChoose} />
        ))}
      </Group>
      <Group title={t("import_unmatched", { n: unmatched.length })}>
        {unmatched.map((row) => (
          <Row key={row.index} name={row.feature} note={row.reason}>
            <ReferenceBox
              label={t("import_choose", { name: row.feature })}
              path={path}
              value={null}
              onChange={(id) => id !== null && onChoose(row.index, id)}
              className="w-52"
            />
          </Row>
        ))}
      </Group>
      <Group title={t("import_rejected", { n: rejected.length })}>
        {rejected.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names repeat in files; the order is the identity
          <Row key={at} name={row.feature} note={row.reason} />
        ))}
      </Group>
    </>
  );
}

type RowProps<Row> = { row: Row; onChoose: Props["onChoose"] };

function MatchedRow({ row, onChoose }: RowProps<TerritoryImport["matched"][number]>) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const name = format.name(row.name);
  const known = [
    row.feature && row.feature !== name ? t("import_from", { name: row.feature }) : "",
    t(`import_by_${row.by}`),
    `${format.hectares(row.area_m2)} ${t("app:hectares")}`,
    row.replaces ? t("replaces") : "",
  ];
  return (
    <Row name={name} note={known.filter(Boolean).join(" · ")}>
      <IconButton label={t("import_leave", { name })} onClick={() => onChoose(row.index, null)}>
        <X />
      </IconButton>
    </Row>
  );
}

function AmbiguousRow({ row, onChoose }: RowProps<TerritoryImport["ambiguous"][number]>) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const options = row.candidates.map(({ id, name }) => ({
    value: String(id),
    label: format.name(name),
  }));
  return (
    <Row name={row.feature}>
      <SelectBox
        aria-label={t("import_choose", { name: row.feature })}
        className="w-52!"
        placeholder={t("app:choose")}
        value={null}
        onChange={(id) => onChoose(row.index, id === "" ? null : Number(id))}
        options={[...options, { value: "", label: t("import_leave_out") }]}
      />
    </Row>
  );
}

function Row({ name, note, children }: { name: string; note?: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5">
      <span className="min-w-0 flex-[1_1_12rem] break-words">
        {name}
        {note && <span className="block text-xs text-ink-2">{note}</span>}
      </span>
      {children}
    </li>
  );
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 text-sm font-semibold">{title}</h3>
      {note && <p className="pb-1 text-sm text-ink-2">{note}</p>}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
        {children}
      </ul>
    </section>
  );
}
