export const documentCategories = ["law", "order", "instruction", "report", "other"] as const;
export type DocumentCategory = (typeof documentCategories)[number];

export const documentLimits = { number: 80, description: 5000 };
