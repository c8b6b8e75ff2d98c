import Markdown from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { screenshotOf } from "./guide-pages.ts";

type Props = {
  text: string;
  language: string;
  onPage: (page: string) => void;
};

/**
 * A page of the guide. `[Gardens](guide:gardens)` leads to another page, `![words](picture:gardens)`
 * is the screenshot of that screen in the reader's language; HTML is not read.
 */
export function GuideText({ text, language, onPage }: Props) {
  const overrides = {
    a: ({ href = "", children }: { href?: string; children?: ReactNode }) => (
      <GuideLink href={href} onPage={onPage}>
        {children}
      </GuideLink>
    ),
    img: ({ src = "", alt = "" }: { src?: string; alt?: string }) => (
      <GuideScreenshot address={screenshotOf(language, src.replace("picture:", ""))} alt={alt} />
    ),
  };
  return (
    <div className="guide-text">
      <Markdown
        options={{
          overrides,
          disableParsingRawHTML: true,
          forceBlock: true,
          // The library would drop addresses of a scheme that it does not know.
          sanitizer: (address) => (/^(guide|picture):[a-z_]+$/.test(address) ? address : null),
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}

type ScreenshotProps = { address: string | undefined; alt: string };

/** A screen as it looks; too small for its letters beside the work, it opens in its own size. */
function GuideScreenshot({ address, alt }: ScreenshotProps) {
  const { t } = useTranslation("app");
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer" title={t("guide_picture")} className="block">
      <img src={address} alt={alt} loading="lazy" width={960} height={600} />
    </a>
  );
}

type LinkProps = { href: string; children: ReactNode; onPage: (page: string) => void };

function GuideLink({ href, children, onPage }: LinkProps) {
  return (
    <button
      type="button"
      onClick={() => onPage(href.replace("guide:", ""))}
      className="rounded font-medium text-accent underline underline-offset-2"
    >
      {children}
    </button>
  );
}
