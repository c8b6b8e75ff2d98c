import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useHolds } from "../../../lib/permissions.ts";
import { CheckProgress } from "../../../parts/counts/check-progress.tsx";
import { checkQueueQuery, nextToCheck } from "../../../parts/counts/check-queue.ts";

/** Share of a garden's count that people have checked, over all its images, and the way to what narrows it most. */
export function GardenCheck({ garden }: { garden: number }) {
  const navigate = useNavigate();
  const maySee = useHolds("wholeimage.view");
  const queue = useQuery({ ...checkQueueQuery({ garden }), enabled: maySee });
  if (!queue.data || queue.data.fragments === 0) return null;
  const next = nextToCheck(queue.data);
  const open = () =>
    next &&
    void navigate({
      to: "/admin/image_processing_ai/$image/$n",
      params: { image: String(next.whole_image), n: String(next.n) },
      search: { garden },
    });
  return (
    <div className="max-w-sm">
      <CheckProgress queue={queue.data} onNext={next && open} />
    </div>
  );
}
