import {
  type AgreementRow,
  agreementList,
  agreementQuerySchema,
} from "@nihol/contract/imagery/second-opinions";
import { listExport } from "../../shared/files/list-export.ts";
import type { Words } from "../../shared/files/words.ts";
import { listAgreement } from "./agreement-queries.ts";

/** Of what a line is the sum, in words. */
function groupText({ image, region, month, people }: AgreementRow, words: Words): string {
  if (image) return image.file_name;
  if (people.length > 0)
    return people.map((name) => name ?? words.text("opinions.somebody")).join(" · ");
  return region ? words.name(region.name) : (month ?? "");
}

export const agreementExport = listExport({
  access: agreementList.access,
  title: "opinions.over_title",
  query: agreementQuerySchema,
  rows: (db, actor, query) => listAgreement(db, actor, query),
  columns: [
    { title: "opinions.over_of", value: groupText },
    { title: "opinions.fragments", kind: "number", value: (row) => row.fragments },
    { title: "opinions.images", kind: "number", value: (row) => row.images },
    { title: "opinions.first_trees", kind: "number", value: (row) => row.compared.first },
    { title: "opinions.second_trees", kind: "number", value: (row) => row.compared.second },
    { title: "opinions.agreed", kind: "number", value: (row) => row.compared.agreed },
    {
      title: "opinions.agreement",
      kind: "number",
      digits: 3,
      value: (row) => row.compared.agreement,
    },
  ],
});
