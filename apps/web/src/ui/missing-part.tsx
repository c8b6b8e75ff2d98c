import { RotateCcw, WifiOff } from "lucide-react";
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { askForPanel } from "../lib/api/api.ts";
import { whenLineIsBack } from "../lib/api/connection.ts";
import { askStylesAgain, isPartError } from "../lib/navigation/part-error.ts";
import { Button } from "./button.tsx";

type Props = {
  onRetry: () => void;
  /** Where a fresh page is to begin; the present address unless given. */
  href?: string;
};

/** The address that was tried again last. */
let triedAgain: string | undefined;

/**
 * A part of the panel did not come: there is no connection, or the server has a newer panel and the old parts are gone.
 * A fresh page is offered, never forced: the browser asks before a form with something typed in it is lost.
 *
 * Browsers that keep a module's failure (Chromium up to 150, by the HTML standard of then) answer another try with it,
 * though the server can be reached: then the try that was asked for is a fresh page.
 */
export function MissingPart({ onRetry, href = window.location.href }: Props) {
  const { t } = useTranslation("app");
  const [panel, setPanel] = useState<"same" | "newer" | "unreachable">();
  useEffect(() => {
    let isGone = false;
    let stopWaiting = () => {};
    function ask() {
      const wasTried = triedAgain === href;
      triedAgain = undefined;
      void askForPanel().then((answer) => {
        // Also when the note was drawn anew meanwhile: the try was asked for.
        if (answer === "same" && wasTried) window.location.assign(href);
        else if (!isGone) {
          setPanel(answer);
          stopWaiting();
          // "No connection" is no longer true then; the try is left to the person, who may be writing.
          if (answer === "unreachable") stopWaiting = whenLineIsBack(() => setPanel("same"));
        }
      });
    }
    ask();
    // Another try may fail without this note going away.
    window.addEventListener("vite:preloadError", ask);
    return () => {
      isGone = true;
      stopWaiting();
      window.removeEventListener("vite:preloadError", ask);
    };
  }, [href]);
  if (panel === undefined) return null;
  const isNewer = panel === "newer";
  const isThere = panel === "same";
  function handleTry() {
    triedAgain = href;
    onRetry();
  }
  return (
    <div className="grid gap-2">
      <p className="flex items-start gap-2">
        {panel === "unreachable" && <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {t(isNewer ? "part_new_version" : isThere ? "part_line_back" : "part_no_connection")}
      </p>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<RotateCcw className="size-4" />}
        onClick={isNewer ? () => window.location.assign(href) : handleTry}
      >
        {t(isNewer ? "reload" : "try_again")}
      </Button>
    </div>
  );
}

/**
 * A component whose code comes when it is first shown. When it does not come, that is said in its place, with another
 * try; the rest of the screen stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let Content: ComponentType<P> = lazy(load);
  return function Part(props: P) {
    const [attempt, setAttempt] = useState(0);
    function handleRetry() {
      askStylesAgain();
      Content = lazy(load);
      setAttempt(attempt + 1);
    }
    return (
      <PartBoundary key={attempt} onRetry={handleRetry}>
        <Content {...props} />
      </PartBoundary>
    );
  };
}

/** The same for what stands over a screen or beside it: while its code comes nothing is in its place, and nothing waits. */
export function lazyAside<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Part = lazyPart(load);
  return function Aside(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

type BoundaryProps = { children: ReactNode; onRetry: () => void };

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isPartError(error)) throw error;
    return (
      <div role="alert" className="m-auto max-w-md p-4 text-sm text-ink-2">
        <MissingPart onRetry={this.props.onRetry} />
      </div>
    );
  }
}
