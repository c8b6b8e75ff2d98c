import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import {
  CalendarDays,
  Ellipsis,
  Fingerprint,
  ImageOff,
  RotateCcw,
  Square,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { DateDialog } from "./date-dialog.tsx";
import { HashDialog } from "./hash-dialog.tsx";
import { isRunning } from "./process-status.tsx";

type Question = "stop" | "restart_all" | "restart_failed" | "image" | "delete" | "date" | "hash";
type Props = { process: ProcessDetail; onClose: () => void };

/** Actions that this person may take on this process now: the server lists them in `can`. */
export function ProcessActions({ process, onClose }: Props) {
  const { t } = useTranslation("imagery");
  const [asked, setAsked] = useState<Question>();
  const { can } = process;
  const rest = restOf(process);
  const icon = "size-4";
  return (
    <div className="flex flex-wrap gap-2">
      {can.stop && (
        <Button size="sm" icon={<Square className={icon} />} onClick={() => setAsked("stop")}>
          {t("stop")}
        </Button>
      )}
      {can.restart_failed && (
        <Button
          size="sm"
          icon={<RotateCcw className={icon} />}
          onClick={() => setAsked("restart_failed")}
        >
          {t(rest)}
        </Button>
      )}
      {can.restart_all && (
        <Button
          size="sm"
          icon={<RotateCcw className={icon} />}
          onClick={() => setAsked("restart_all")}
        >
          {t("restart_all")}
        </Button>
      )}
      <Menu
        align="start"
        trigger={
          <Button size="sm" icon={<Ellipsis className={icon} />}>
            {t("more")}
          </Button>
        }
      >
        {can.change && !isRunning(process) && (
          <MenuItem icon={<CalendarDays />} onSelect={() => setAsked("date")}>
            {t("update_dates")}
          </MenuItem>
        )}
        <MenuItem icon={<Fingerprint />} onSelect={() => setAsked("hash")}>
          {t("hash_listing")}
        </MenuItem>
        {can.delete && process.whole_image !== null && (
          <MenuItem icon={<ImageOff />} tone="danger" onSelect={() => setAsked("image")}>
            {t("delete_image")}
          </MenuItem>
        )}
        {can.delete && (
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setAsked("delete")}>
            {t("delete_process")}
          </MenuItem>
        )}
      </Menu>
      <Questions
        process={process}
        asked={asked}
        onDone={() => setAsked(undefined)}
        onGone={onClose}
      />
    </div>
  );
}

/** The labels of "restart": a stopped process continues; "failed" only where blocks failed. */
function restOf({ status, blocks }: ProcessDetail): "continue" | "restart_failed" {
  return status === "stopped" && blocks.failed === 0 ? "continue" : "restart_failed";
}

type QuestionsProps = {
  process: ProcessDetail;
  asked: Question | undefined;
  onDone: () => void;
  /** The process has been deleted. */
  onGone: () => void;
};

function Questions({ process, asked, onDone, onGone }: QuestionsProps) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const params = { id: process.id };
  const path = `${paths.satelliteImagery}/${process.id}`;
  const names = {
    name: process.file_name,
    date: format.date(process.process_date),
    trees: format.number(process.tree_count),
    images: format.number(process.generated_images),
  };

  async function act(call: () => Promise<unknown>, said: string) {
    await call();
    toast.success(said);
    await refresh(paths.satelliteImagery, paths.wholeImage);
  }
  async function remove(what: string) {
    await del(what);
    toast.success(t("app:deleted"));
    onGone();
    await refresh(paths.satelliteImagery, paths.wholeImage, paths.statistics);
  }
  const rest = restOf(process);
  const restart = (which: "all" | "failed") =>
    act(
      () => ask("POST /satellite-imagery/:id/restart", { params, body: { which } }),
      t("restarted"),
    );

  return (
    <>
      <ConfirmDialog
        open={asked === "stop"}
        onClose={onDone}
        title={t("stop_title", names)}
        consequence={t("stop_text")}
        action={t("stop")}
        onConfirm={() =>
          act(() => ask("POST /satellite-imagery/:id/stop", { params }), t("stopped"))
        }
      />
      <ConfirmDialog
        open={asked === "restart_all"}
        onClose={onDone}
        title={t("restart_all_title", names)}
        consequence={t("restart_all_text", names)}
        action={t("restart_all")}
        tone="primary"
        onConfirm={() => restart("all")}
      />
      <ConfirmDialog
        open={asked === "restart_failed"}
        onClose={onDone}
        title={t(`${rest}_title`, names)}
        consequence={t(`${rest}_text`)}
        action={t(rest)}
        tone="primary"
        onConfirm={() => restart("failed")}
      />
      <ConfirmDialog
        open={asked === "image"}
        onClose={onDone}
        title={t("delete_image_title", names)}
        consequence={t("delete_image_text", names)}
        action={t("app:delete")}
        onConfirm={() => remove(`${path}/image/${process.whole_image}`)}
      />
      <ConfirmDialog
        open={asked === "delete"}
        onClose={onDone}
        title={t("delete_process_title", names)}
        consequence={t("delete_process_text", names)}
        action={t("app:delete")}
        onConfirm={() => remove(path)}
      />
      {asked === "date" && <DateDialog process={process} onClose={onDone} />}
      {asked === "hash" && <HashDialog process={process} onClose={onDone} onGone={onGone} />}
    </>
  );
}
