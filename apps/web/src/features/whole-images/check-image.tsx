import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CheckProgress } from "../../parts/counts/check-progress.tsx";
import { checkQueueQuery, nextToCheck } from "../../parts/counts/check-queue.ts";

/** Share of an image's count that people have checked, and the way to the fragment that narrows its range most. */
export function CheckImage({ image }: { image: WholeImage }) {
  const navigate = useNavigate();
  const queue = useQuery(checkQueueQuery({ image: String(image.id) }));
  if (!queue.data) return null;
  const next = nextToCheck(queue.data, image.id);
  const open = () =>
    next &&
    void navigate({
      to: "/admin/image_processing_ai/$image/$n",
      params: { image: String(next.whole_image), n: String(next.n) },
    });
  return (
    <div className="max-w-sm">
      <CheckProgress queue={queue.data} onNext={next && open} />
    </div>
  );
}
