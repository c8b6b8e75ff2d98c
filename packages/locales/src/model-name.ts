/** "crown 4 · green 1" as "crown v4 + green v1": a bare number beside a count of trees reads as one green tree. */
export const modelName = (model: string): string =>
  model.replace(/ (\d)/g, " v$1").replaceAll(" · ", " + ");
