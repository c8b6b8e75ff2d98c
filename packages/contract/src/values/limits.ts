/** Every limit that both sides must agree on. Bytes unless the name says otherwise. */
export const limits = {
  password: { min: 15, max: 128 },
  name: { max: 200 },
  /** Letters of a device's serial number, maker and model, and of its notes; metres above the ground, or below it, and above the sea. */
  deviceFact: { max: 100 },
  deviceNotes: 4000,
  deviceHeightM: 1000,
  deviceAltitudeM: { min: -500, max: 9000 },
  /** Groups that are written with a device. */
  deviceGroups: 50,
  /** Groups that one file of devices makes. */
  newGroups: 100,
  /** A JSON body; where it may hold a boundary, the second. */
  bodyBytes: 1024 ** 2,
  boundaryBodyBytes: 8 * 1024 ** 2,
  photoBytes: 10 * 1024 ** 2,
  boundaryFileBytes: 20 * 1024 ** 2,
  boundaryUnpackedBytes: 100 * 1024 ** 2,
  /** Square metres; what is larger is drawn by the whole programme's staff, who confirm it. */
  gardenAreaM2: 500 * 1e6,
  /** Metres between the trees of a planting task: hedges and belts to walnuts and planes. */
  spacingM: { min: 0.2, max: 50 },
  /** Centimetres from the ground to the top of what is planted: seedlings to transplanted standards. */
  stockHeightCm: { min: 5, max: 1200 },
  imageBytes: 20 * 1024 ** 3,
  /** Of one person together, as long as no process was made of them. */
  unusedUploads: { bytes: 60 * 1024 ** 3, count: 200 },
  /** Of one person within so many minutes; each takes a check. Their rows stay for so many days. */
  refusedUploads: { count: 100, minutes: 10, days: 1 },
  /** A file of a violation or document; unpacked, all files of an archive together. */
  attachedFileBytes: 50 * 1024 ** 2,
  attachedUnpackedBytes: 200 * 1024 ** 2,
  attachedEntries: 2000,
  /** Of one violation or document; comments of one violation. */
  attachedFiles: 200,
  comments: 1000,
  pageSizes: [10, 25, 50, 100],
  pageSizeDefault: 25,
  pageSizeMax: 200,
  /** Devices, gardens or cases in one answer for a map: more than a programme has. */
  pointsOnMap: 20_000,
  /** Devices whose last hours are shown on one. */
  pastOnMap: 5_000,
  /** Planting places in one answer for a map. */
  placesOnMap: 10_000,
  /** Images, and their capture dates, in one answer for a map; a square of the mosaic's size has fewer. */
  imagesOnMap: 200,
  footprintsOnMap: 1_000,
  /** Personal access tokens: of one person that hold, days that one lasts, letters of its name. */
  accessTokens: { count: 10, days: 365, name: 60 },
  /** Of one person and one list. */
  savedViews: 50,
  /** Rows of a list that are named one by one (`ids`): a whole page. */
  chosenRows: 200,
  toast: { count: 20, successMs: 2000, errorMs: 4000 },
} as const;
