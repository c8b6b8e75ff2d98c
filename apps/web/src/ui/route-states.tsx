import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorScreen } from "./error-panel.tsx";
import { SkeletonLines } from "./skeleton.tsx";

/** A screen that failed while it was loading or shown; only a fresh page loads its parts anew. */
export function RouteError({ error }: ErrorComponentProps) {
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
