import { MapPinOff, RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isPartError } from "../lib/navigation/part-error.ts";
import { Button } from "../ui/button.tsx";
import { MissingPart } from "../ui/missing-part.tsx";

/** A browser that is short of graphics memory refuses for a moment: ms before each further try. */
const pauses = [200, 1000, 3000];

/**
 * Starting a map, which the browser may refuse: it has no WebGL, or none left at this moment.
 * `attempt` counts the tries and belongs into the map's key; after the last pause `failure` is set.
 */
export function useMapStart() {
  const [{ attempt, failure }, setState] = useState<{ attempt: number; failure?: unknown }>({
    attempt: 0,
  });
  const [refusal, setRefusal] = useState<{ error: unknown; tries: number }>();
  useEffect(() => {
    if (!refusal) return;
    const pause = pauses[refusal.tries];
    if (pause === undefined) return setState({ attempt: refusal.tries, failure: refusal.error });
    const timer = setTimeout(() => setState({ attempt: refusal.tries + 1 }), pause);
    return () => clearTimeout(timer);
  }, [refusal]);
  return {
    attempt,
    failure,
    refuse: (error: unknown) => setRefusal((last) => ({ error, tries: last ? last.tries + 1 : 0 })),
    retry: () => setState({ attempt: attempt + 1 }),
  };
}

/** In the map's place: why there is none, and another try. The rest of the screen stays. */
export function MapFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["map", "app"]);
  return (
    <div role="alert" className="absolute inset-0 z-5 grid place-content-center gap-3 p-4 text-sm">
      {isPartError(error) ? (
        <MissingPart onRetry={onRetry} />
      ) : (
        <>
          <p className="flex max-w-prose items-start gap-2">
            <MapPinOff aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t("no_graphics")}
          </p>
          <Button
            size="sm"
            className="justify-self-start"
            icon={<RotateCcw className="size-4" />}
            onClick={onRetry}
          >
            {t("app:try_again")}
          </Button>
        </>
      )}
    </div>
  );
}
