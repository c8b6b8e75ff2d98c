/** Features that can be taken out: their own files, and the lines of texts and addresses that are theirs alone. */

export interface TakenFeature {
  /** Files and folders, from the root of the sources. */
  own: readonly string[];
  /** Lines of other files that name it without importing it: an address, a text in each language. */
  lines: readonly { files: RegExp; line: RegExp }[];
  /** Parts of other files: a test of the demonstration, a word of a list that stands in one line. */
  parts?: readonly { file: string; part: RegExp }[];
}

/** Texts of the four languages. */
const texts = /^packages\/locales\/src\/\w\w\/[\w-]+\.json$/;

export const features: Record<string, TakenFeature> = {
  wmts: {
    own: ["apps/server/src/features/wmts", "packages/contract/src/open-data/wmts.ts"],
    lines: [
      { files: texts, line: /^ {2}"token_wmts": / },
      { files: /^apps\/web\/src\/features\/profile\/own-tokens\.tsx$/, line: /"token_wmts"/ },
    ],
  },
  "saved-views": {
    own: [
      "apps/server/src/features/saved-views",
      "apps/server/src/policies/saved-views.ts",
      "apps/server/test/people/saved-views.test.ts",
      "apps/web/src/parts/views",
      "packages/contract/src/people/saved-views.ts",
    ],
    lines: [],
  },
  "second-opinions": {
    own: [
      "apps/server/src/features/second-opinions",
      "apps/server/test/imagery/corrections/agreement.test.ts",
      "apps/server/test/imagery/corrections/second-opinions.test.ts",
      "apps/web/src/features/second-opinions",
      "apps/web/src/features/whole-images/opinion-line.tsx",
      "apps/web/src/parts/counts/opinions-of-image.ts",
      "apps/web/src/routes/admin/image_processing_ai/$image/opinions.tsx",
      "apps/web/src/routes/admin/image_processing_ai/agreement.tsx",
      "apps/web/test/components/opinions.test.tsx",
      "packages/contract/src/imagery/second-opinions.ts",
    ],
    lines: [
      { files: /^packages\/contract\/src\/values\/exports\.ts$/, line: /^ {2}"second-opinion"/ },
    ],
    parts: [
      {
        file: "apps/server/test/imagery/corrections/demo-checks.test.ts",
        part: /test\("trees are counted again by another"[\s\S]*?\n\}\);\n/,
      },
    ],
  },
  shortbread: {
    own: ["apps/web/src/map/base/shortbread.ts"],
    lines: [{ files: /^apps\/server\/src\/http\/own-base-map\.ts$/, line: /^ {2}shortbread: / }],
    parts: [{ file: "packages/contract/src/imagery/base-map.ts", part: / \| "shortbread"/ }],
  },
};
