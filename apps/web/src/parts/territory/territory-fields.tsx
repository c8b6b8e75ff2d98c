import { paths } from "@nihol/contract/values/paths";
import type { FieldProps } from "../../lib/form/form.ts";
import { ReferenceField } from "../records/reference-field.tsx";

type Place = FieldProps<number | null> & { label: string };
type Props = { region: Place & { hint: string }; district: Place };

/** Region and district of a record whose place is not known by borders; the districts are those of the region. */
export function TerritoryFields({ region, district }: Props) {
  const { value } = region;
  return (
    <div className="field-row">
      <ReferenceField {...region} path={paths.region} optional />
      <ReferenceField
        {...district}
        path={paths.district}
        filters={value ? { region: String(value) } : undefined}
        optional
      />
    </div>
  );
}
