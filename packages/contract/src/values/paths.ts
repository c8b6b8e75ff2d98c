/** Every path of the API, below the base address (`/api`). */
export const paths = {
  token: "/token",
  tokenRefresh: "/token/refresh",
  tokenLogout: "/token/logout",
  userProfile: "/user-profile",
  userProfilePhoto: "/user-profile/photo",
  user: "/user",
  group: "/group",
  permission: "/permission",
  region: "/region",
  district: "/district",
  territoryUpdate: "/territory-update",
  garden: "/garden",
  gardenNote: "/garden-note",
  boundaryPreview: "/boundary-preview",
  ministry: "/ministry",
  organizationType: "/organization-type",
  ministryEmployee: "/ministry-employee",
  imagerySource: "/imagery-source",
  upload: "/upload",
  satelliteImagery: "/satellite-imagery",
  wholeImage: "/whole-image",
  plantTreeDetail: "/plant-tree-detail",
  treeDates: "/plant-tree-detail/dates",
  treeTiles: "/tiles/trees",
  imageTiles: "/tiles/image",
  statistics: "/statistics",
  plantTreeType: "/plant-tree-type",
  plantTreeTask: "/plant-tree-task",
  device: "/device",
  sensorGuidance: "/sensor-guidance",
  imageCompare: "/image-compare",
  capture: "/capture",
  violation: "/violation",
  document: "/document",
  reportRegion: "/report/region",
  reportDistrict: "/report/district",
  export: "/export",
  auditLog: "/audit-log",
  health: "/health",
} as const;

/** The lists of territories: what these have in common is shared by their screens. */
export type TerritoryPath = typeof paths.region | typeof paths.district;

/** The header that asks for an answer as a role would get it: the id of the role. Reading calls only. */
export const seeAsHeader = "x-see-as";
