import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isPartError } from "../lib/navigation/part-error.ts";
import { ErrorScreen } from "./error-panel.tsx";
import { MissingPart } from "./missing-part.tsx";
import { SkeletonLines } from "./skeleton.tsx";

/** A screen that failed while it was loading or shown; one whose code did not come is asked for again. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (isPartError(error))
    return (
      <div role="alert" className="flex min-h-80 items-center justify-center p-6">
        <MissingPart onRetry={() => void router.invalidate()} />
      </div>
    );
  return <ErrorScreen error={error} onRetry={() => window.location.reload()} />;
}

/** A screen that takes longer than a second. */
export function RoutePending() {
  return (
    <div className="p-6">
      <SkeletonLines lines={6} />
    </div>
  );
}
