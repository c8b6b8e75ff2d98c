import { createFileRoute } from "@tanstack/react-router";
import { CalibrationPage } from "../../../../features/calibration/calibration-page.tsx";
import { GroundSection } from "../../../../features/grounds/ground-section.tsx";

export const Route = createFileRoute("/admin/image_processing_ai/$image/calibration")({
  // The window that is open.
  validateSearch: ({ window }: Record<string, unknown>): { window?: number } => {
    const n = Number(window);
    return Number.isInteger(n) && n > 0 ? { window: n } : {};
  },
  component: Calibration,
});

function Calibration() {
  const { image } = Route.useParams();
  return (
    <CalibrationPage
      key={image}
      id={image}
      window={Route.useSearch().window}
      renderGround={(one) => <GroundSection image={one} />}
    />
  );
}
