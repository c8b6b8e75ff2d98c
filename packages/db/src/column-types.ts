/**
 * TypeScript types of columns that SQL calls `jsonb`, `text` or an array of numbers; `table-types.ts` writes them to
 * `tables.ts`.
 */

interface ColumnTypeOverride {
  type: string;
  /** SQL type that the column must have, where it is not JSON; columns of the name with another type keep their own. */
  of?: string;
}

const values = (name: string) => `@nihol/contract/values/${name}`;

/** Where the types below stand. */
export const typeModules: Readonly<Record<string, readonly string[]>> = {
  [values("devices")]: ["DeviceType"],
  [values("errors")]: ["StoredProblem"],
  [values("exports")]: ["ExportFormat", "ExportList"],
  [values("imagery/familiarity")]: ["ForeignReason", "ImageLook"],
  [values("imagery/canopy")]: ["CanopyPart"],
  [values("imagery/leaf-off")]: ["LeafOffSeason"],
  [values("imagery/lessons")]: ["LessonPlot"],
  [values("imagery/image-compare")]: ["ComparisonResult"],
  [values("imagery")]: ["ProcessStep"],
  [values("imagery/calibration")]: ["OpinionTree"],
  [values("languages")]: ["Language", "Names"],
  [values("notices")]: ["NoticeFacts", "NoticeKind", "WeekFacts"],
  [values("operations")]: ["WorkerJob"],
  [values("permissions")]: ["StoredPermissions"],
  [values("planting/report-place")]: ["ReportPlace"],
  [values("plant-tree-task-states")]: ["TaskStatus"],
  [values("planting/verdicts")]: ["ProposedVerdict", "Verdict"],
  [values("imagery/raster-metadata")]: ["ImageMetadata", "RasterMetadata"],
  [values("trees")]: ["TreeState"],
  [values("violations")]: ["ViolationEvidence", "ViolationState"],
  "@nihol/geo/geometry": ["Areal", "Bbox", "MultiPolygon", "Position"],
};

/** By `table.column`, or `*.column` where it is the same in every table. */
export const columnTypes: Readonly<Record<string, ColumnTypeOverride>> = {
  "*.name": { type: "Names" },
  "*.boundary": { type: "MultiPolygon" },
  "*.coverage": { type: "MultiPolygon" },
  "*.bbox": { type: "Bbox", of: "_float8" },
  "*.center": { type: "[number, number]", of: "_float8" },
  "*.message": { type: "StoredProblem" },
  "*.language": { type: "Language", of: "text" },
  "audit_log.change": { type: "Record<string, unknown>" },
  "device_call.reasons": { type: "unknown" },
  "export.actor": { type: "unknown" },
  "export.format": { type: "ExportFormat", of: "text" },
  "export.list": { type: "ExportList", of: "text" },
  "export.query": { type: "Record<string, unknown>" },
  "export.reach": { type: "unknown" },
  "calibration_window.candidates": { type: "number[][]" },
  "ground.name": { type: "string", of: "text" },
  "ground_lessons.counts": { type: "LessonPlot[]" },
  "ground_lessons.lessons": { type: "unknown" },
  "image_comparison.result": { type: "ComparisonResult" },
  "imagery_block.canopy": { type: "CanopyPart" },
  "imagery_block.look": { type: "ImageLook" },
  "imagery_block.result": { type: "unknown" },
  "imagery_process.area": { type: "Areal" },
  "imagery_process.facts": { type: "RasterMetadata" },
  "imagery_process.step": { type: "ProcessStep", of: "text" },
  "installation.value": { type: "unknown" },
  "mail.facts": { type: "WeekFacts" },
  "next_image.image": { type: "unknown" },
  "notice.facts": { type: "NoticeFacts" },
  "notice.kind": { type: "NoticeKind", of: "text" },
  "notice_choice.kind": { type: "NoticeKind", of: "text" },
  "parameter.basis": { type: "Names" },
  "parameter.device_types": { type: "DeviceType[]", of: "_text" },
  "parameter.unit_name": { type: "Names" },
  "planting_report.place": { type: "ReportPlace" },
  "planting_task_status.from_status": { type: "TaskStatus", of: "text" },
  "planting_task_status.status": { type: "TaskStatus", of: "text" },
  "region.leaf_off": { type: "LeafOffSeason", of: "text" },
  "planting_verdict.facts": { type: "unknown" },
  "planting_verdict.proposal": { type: "ProposedVerdict" },
  "planting_verdict.verdict": { type: "Verdict", of: "text" },
  "planting_verdict_event.proposal": { type: "ProposedVerdict" },
  "report_version.corrections": { type: "unknown" },
  "report_version.reports": { type: "unknown" },
  "saved_view.columns": { type: "Record<string, boolean>" },
  "saved_view.list": { type: "ExportList", of: "text" },
  "saved_view.query": { type: "Record<string, string | number | boolean>" },
  "second_opinion.first_trees": { type: "OpinionTree[]" },
  "survival_draw.ground": { type: "MultiPolygon" },
  "tree.box": { type: "[number, number, number, number]", of: "_float4" },
  "tree_conflict.found": { type: "TreeState" },
  "tree_correction.after": { type: "TreeState" },
  "tree_correction.before": { type: "TreeState" },
  "upload.facts": { type: "RasterMetadata" },
  "upload.problem": { type: "StoredProblem" },
  "imagery_source.watch_problem": { type: "StoredProblem" },
  "user_group.permissions": { type: "StoredPermissions" },
  "violation.evidence": { type: "ViolationEvidence" },
  "violation_change.from_state": { type: "ViolationState", of: "text" },
  "violation_change.to_state": { type: "ViolationState", of: "text" },
  "worker_beat.doing": { type: "WorkerJob[]" },
  "whole_image.facts": { type: "ImageMetadata" },
  "whole_image.foreign_reasons": { type: "ForeignReason[]", of: "_text" },
};
