/** Lists that can be exported as a file. A list of the API that is not here fails a test. */
import type { ExportList } from "@nihol/contract/values/exports";
import { alertExport, alertRuleExport } from "../features/alerts/export.ts";
import { auditLogExport } from "../features/audit-log/export.ts";
import { captureExport } from "../features/captures/export.ts";
import { deviceExport } from "../features/devices/export.ts";
import { districtExport } from "../features/districts/export.ts";
import { documentExport } from "../features/documents/export.ts";
import { gardenNoteExport } from "../features/garden-notes/export.ts";
import { gardenExport } from "../features/gardens/export.ts";
import { groupExport } from "../features/groups/export.ts";
import { imagerySourceExport } from "../features/imagery-sources/export.ts";
import { ministryExport } from "../features/ministries/export.ts";
import { ministryEmployeeExport } from "../features/ministry-employees/export.ts";
import { offeredCaptureExport } from "../features/offered-captures/export.ts";
import { organizationTypeExport } from "../features/organization-types/export.ts";
import { plantTreeTaskExport } from "../features/plant-tree-tasks/export.ts";
import { plantTreeTypeExport } from "../features/plant-tree-types/export.ts";
import { processExport } from "../features/processes/export.ts";
import { regionExport } from "../features/regions/export.ts";
import { agreementExport } from "../features/second-opinions/export.ts";
import { treeExport } from "../features/trees/export.ts";
import { userExport } from "../features/users/export.ts";
import { verdictExport } from "../features/verdicts/export.ts";
import { violationExport } from "../features/violations/export.ts";
import { wholeImageExport } from "../features/whole-images/export.ts";
import type { ListExport } from "../shared/files/list-export.ts";

/** Exports by the API's names of lists: `satellite-imagery` lists processes, `plant-tree-detail` trees. */
export const listExports: Record<ExportList, ListExport> = {
  garden: gardenExport,
  "garden-note": gardenNoteExport,
  region: regionExport,
  district: districtExport,
  ministry: ministryExport,
  "organization-type": organizationTypeExport,
  "ministry-employee": ministryEmployeeExport,
  user: userExport,
  group: groupExport,
  "satellite-imagery": processExport,
  "whole-image": wholeImageExport,
  "second-opinion": agreementExport,
  "plant-tree-detail": treeExport,
  "imagery-source": imagerySourceExport,
  "plant-tree-type": plantTreeTypeExport,
  "plant-tree-task": plantTreeTaskExport,
  "planting-verdict": verdictExport,
  device: deviceExport,
  alert: alertExport,
  "alert-rule": alertRuleExport,
  capture: captureExport,
  "offered-capture": offeredCaptureExport,
  violation: violationExport,
  document: documentExport,
  "audit-log": auditLogExport,
};
