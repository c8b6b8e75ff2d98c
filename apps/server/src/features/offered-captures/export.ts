import { offeredCaptures } from "@nihol/contract/imagery/offered-captures";
import { offerStanding } from "@nihol/contract/values/imagery/imagery-sources";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listOffers } from "./offered-capture-queries.ts";

export const offeredCaptureExport = resourceExport(offeredCaptures, {
  title: "offers.title",
  rows: listOffers,
  columns: [
    { title: "offers.garden", value: (row, words) => words.name(row.garden.name) },
    { title: "offers.day", kind: "date", value: (row) => row.day },
    { title: "offers.source", value: (row, words) => words.name(row.source.name) },
    { title: "offers.item", value: (row) => row.item },
    { title: "imagery.area_region", value: (row, words) => words.name(row.region?.name) },
    { title: "imagery.area_district", value: (row, words) => words.name(row.district?.name) },
    { title: "offers.cloud", kind: "number", digits: 2, value: (row) => row.cloud },
    {
      title: "offers.cloud_basis",
      value: (row, words) => row.cloud_basis && words.text(`offers.basis_${row.cloud_basis}`),
    },
    { title: "offers.darkness", kind: "number", digits: 2, value: (row) => row.darkness },
    { title: "offers.same", value: (row) => row.same_days.join(", ") },
    { title: "offers.same_image", value: (row) => row.same_image?.file_name },
    {
      title: "offers.state",
      value: (row, words) => words.text(`offers.state_${offerStanding(row)}`),
    },
    { title: "offers.decided", value: (row) => row.decided_by },
  ],
});
