import { createFileRoute } from "@tanstack/react-router";
import { ReportScreen } from "../../features/reports/report-screen.tsx";
import { readReportSearch } from "../../features/reports/report-search.ts";
import { screenTexts } from "../../lib/text/i18n.ts";

export const Route = createFileRoute("/admin/report_by_district")({
  validateSearch: readReportSearch,
  loader: screenTexts("reports", "map", "violations"),
  component: () => <ReportScreen kind="district" search={Route.useSearch()} />,
});
