import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import { Link } from "@tanstack/react-router";
import { GitCompare, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { GiveTasks } from "../give/give-tasks.tsx";
import { lastPair } from "./garden-queries.ts";

type Props = { garden: Garden; analytics: GardenAnalytics | undefined };

/** Actions in a garden's head: give a task, compare its dates, send an image. */
export function GardenActions({ garden, analytics }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const mayGive = useHolds("planttreetask.add");
  const mayCompare = useHolds("wholeimage.view");
  const mayUpload = useHolds("satelliteimagery.add");
  const pair = lastPair(analytics?.captures ?? []);
  // Shows the button from the beginning and keeps it: the dates that there are to compare come later than the garden.
  const hasCompare = mayCompare && garden.last_capture !== null;
  if (!mayGive && !mayUpload && !hasCompare) return null;
  return (
    <div data-print="no" className="flex flex-wrap gap-2">
      {mayGive && <GiveTasks gardens={[garden]} />}
      {mayUpload && (
        <Link
          to="/admin/process"
          search={{ open: "new", garden: String(garden.id) }}
          className={buttonClass("plain", "sm")}
        >
          <Upload aria-hidden className="size-4" />
          {t("upload_image")}
        </Link>
      )}
      {hasCompare &&
        (pair ? (
          <Link
            to="/admin/image_compare"
            search={{ garden: String(garden.id) }}
            className={buttonClass("plain", "sm")}
          >
            <GitCompare aria-hidden className="size-4" />
            {t("app:screen_image_compare")}
          </Link>
        ) : (
          <Button
            size="sm"
            disabled
            title={analytics && t("compare_one_image")}
            icon={<GitCompare aria-hidden className="size-4" />}
          >
            {t("app:screen_image_compare")}
          </Button>
        ))}
    </div>
  );
}
