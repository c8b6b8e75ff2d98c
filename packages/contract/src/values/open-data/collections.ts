/** The collections of the OGC API, each of which can be published. */
export const openCollections = ["regions", "districts", "gardens", "trees", "devices"] as const;
export type OpenCollection = (typeof openCollections)[number];

/** Things that can be published: a collection, or the readings of devices, which the SensorThings API answers. */
export const publishable = [...openCollections, "readings"] as const;
export type Publishable = (typeof publishable)[number];

/** Resource whose records a collection holds: who may view them reads their own scope of it with a token. */
export const collectionResource = {
  regions: "region",
  districts: "district",
  gardens: "garden",
  trees: "planttreedetail",
  devices: "device",
} as const satisfies Record<OpenCollection, string>;

/** The right that a collection asks for while it is not published. */
export const collectionRight = (collection: OpenCollection) =>
  `${collectionResource[collection]}.view` as const;

/** Features of one answer; what asks for more gets so many. */
export const featureLimits = { default: 1000, max: 10_000 } as const;
