/** Made by `chunks/text-modules.ts`. */
declare module "virtual:texts" {
  /** Texts by the names of their files. */
  type Texts = Record<string, Record<string, string>>;
  /** By language and bundle: `tg/frame`. */
  export const loadTexts: Record<string, () => Promise<{ default: Texts }>>;
}
