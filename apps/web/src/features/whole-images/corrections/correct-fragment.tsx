import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { ViewSettings } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";
import type { StageControls } from "../layers/image-stage.tsx";
import { ViewerImage } from "../layers/viewer-image.tsx";
import { BesideQuestion } from "./beside-question.tsx";
import { useEditKeys } from "./edit-keys.ts";
import { EditPanel } from "./edit-panel.tsx";
import { TreeOverlay } from "./tree-overlay.tsx";
import { useTreeEditing } from "./use-tree-editing.ts";

type Props = {
  fragment: Fragment;
  image: WholeImage;
  controls: React.RefObject<StageControls | null>;
  /** Colouring of the image. */
  view: ViewSettings;
  /** The fragment is looked through: it is accepted, and the next one comes. */
  onFinish: () => void;
  onLeave: () => void;
};

/** A fragment with its trees drawn over it, to be gone through and corrected. */
export function CorrectFragment({ fragment, image, controls, view, onFinish, onLeave }: Props) {
  const { t } = useTranslation("corrections");
  const editing = useTreeEditing(fragment, image.gsd_m);
  useEditKeys(editing, {
    finish: () => fragment.can.change && onFinish(),
    leave: onLeave,
  });
  return (
    <>
      <div className="h-[60dvh] shrink-0 lg:h-auto lg:min-w-0 lg:shrink lg:grow">
        <ViewerImage
          fragment={fragment}
          layer="original"
          blend={1}
          controls={controls}
          view={view}
          overlay={<TreeOverlay editing={editing} />}
        />
      </div>
      <aside
        aria-label={t("title")}
        className="grid shrink-0 content-start gap-5 border-line p-4 lg:w-80 lg:overflow-y-auto lg:border-s"
      >
        <EditPanel fragment={fragment} editing={editing} onFinish={onFinish} onLeave={onLeave} />
      </aside>
      <BesideQuestion question={editing.corrections.question} />
    </>
  );
}
