import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorScreen } from "./error-panel.tsx";
import { SkeletonLines } from "./skeleton.tsx";

/** A screen that failed while it was loading or shown. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return <ErrorScreen error={error} onRetry={reset} />;
}

/** A screen that takes longer than a second. */
export function RoutePending() {
  return (
    <div className="p-6">
      <SkeletonLines lines={6} />
    </div>
  );
}
