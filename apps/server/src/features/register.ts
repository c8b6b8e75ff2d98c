/** Every feature of the API, in the order of api.md. */

import { exportRoutes } from "../exports/routes.ts";
import type { Feature } from "../http/feature.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { auditLogRoutes } from "./audit-log/routes.ts";
import { badIntervalRoutes } from "./bad-intervals/routes.ts";
import { baseLayerRoutes } from "./base-layer/routes.ts";
import { boundaryRoutes } from "./boundaries/routes.ts";
import { calibrationRoutes } from "./calibration/routes.ts";
import { captureRoutes } from "./captures/routes.ts";
import { deviceCalibrationRoutes } from "./device-calibrations/routes.ts";
import { deviceGroupRoutes } from "./device-groups/routes.ts";
import { deviceImportRoutes } from "./device-import/routes.ts";
import { deviceServicingRoutes } from "./device-servicing/routes.ts";
import { deviceRoutes } from "./devices/routes.ts";
import { districtRoutes } from "./districts/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { flightAdviceRoutes } from "./flight-advice/routes.ts";
import { gardenNoteRoutes } from "./garden-notes/routes.ts";
import { gardenRoutes } from "./gardens/routes.ts";
import { groundRoutes } from "./grounds/routes.ts";
import { groupRoutes } from "./groups/routes.ts";
import { metricsRoutes } from "./health/metrics-routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { imageCompareRoutes } from "./image-compare/routes.ts";
import { imageTileRoutes } from "./image-tiles/routes.ts";
import { imagerySourceRoutes } from "./imagery-sources/routes.ts";
import { ministryRoutes } from "./ministries/routes.ts";
import { ministryEmployeeRoutes } from "./ministry-employees/routes.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { offeredCaptureRoutes } from "./offered-captures/routes.ts";
import { ogcRoutes } from "./ogc/routes.ts";
import { openDataRoutes } from "./open-data/routes.ts";
import { operationsRoutes } from "./operations/routes.ts";
import { organizationTypeRoutes } from "./organization-types/routes.ts";
import { pitRoutes } from "./pits/routes.ts";
import { taskCommentRoutes } from "./plant-tree-tasks/comments/comment-routes.ts";
import { plantTreeTaskRoutes } from "./plant-tree-tasks/routes.ts";
import { plantTreeTypeRoutes } from "./plant-tree-types/routes.ts";
import { processRoutes } from "./processes/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { qualityRoutes } from "./quality/routes.ts";
import { mqttIntake } from "./readings/mqtt/mqtt-intake.ts";
import { importProfileRoutes } from "./readings/profiles/routes.ts";
import { readingRoutes } from "./readings/routes.ts";
import { regionRoutes } from "./regions/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { savedViewRoutes } from "./saved-views/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { secondOpinionRoutes } from "./second-opinions/routes.ts";
import { sensorGuidanceRoutes } from "./sensor-guidance/routes.ts";
import { sensorThingsRoutes } from "./sensor-things/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { stacRoutes } from "./stac/routes.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { survivalRoutes } from "./survival/routes.ts";
import { territoryUpdateRoutes } from "./territory-update/routes.ts";
import { treeTileRoutes } from "./tree-tiles/routes.ts";
import { treeRoutes } from "./trees/routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { verdictRoutes } from "./verdicts/routes.ts";
import { violationRoutes } from "./violations/routes.ts";
import { wholeImageRoutes } from "./whole-images/routes.ts";
import { wmtsRoutes } from "./wmts/routes.ts";

export const features: Feature[] = [
  // First: it times the calls of those after it.
  metricsRoutes,
  healthRoutes,
  signInRoutes,
  profileRoutes,
  userRoutes,
  groupRoutes,
  regionRoutes,
  districtRoutes,
  ministryRoutes,
  operationsRoutes,
  organizationTypeRoutes,
  ministryEmployeeRoutes,
  pitRoutes,
  plantTreeTypeRoutes,
  imagerySourceRoutes,
  baseLayerRoutes,
  plantTreeTaskRoutes,
  taskCommentRoutes,
  survivalRoutes,
  flightAdviceRoutes,
  verdictRoutes,
  uploadRoutes,
  processRoutes,
  wholeImageRoutes,
  calibrationRoutes,
  groundRoutes,
  secondOpinionRoutes,
  captureRoutes,
  offeredCaptureRoutes,
  imageTileRoutes,
  imageCompareRoutes,
  territoryUpdateRoutes,
  gardenRoutes,
  gardenNoteRoutes,
  boundaryRoutes,
  statisticsRoutes,
  reportRoutes,
  treeRoutes,
  treeTileRoutes,
  deviceRoutes,
  readingRoutes,
  importProfileRoutes,
  badIntervalRoutes,
  deviceCalibrationRoutes,
  deviceServicingRoutes,
  deviceGroupRoutes,
  deviceImportRoutes,
  qualityRoutes,
  mqttIntake,
  sensorGuidanceRoutes,
  alertRoutes,
  violationRoutes,
  documentRoutes,
  exportRoutes,
  auditLogRoutes,
  savedViewRoutes,
  searchRoutes,
  noticeRoutes,
  openDataRoutes,
  ogcRoutes,
  stacRoutes,
  wmtsRoutes,
  sensorThingsRoutes,
];
