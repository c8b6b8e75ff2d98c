import { Link } from "@tanstack/react-router";
import { Satellite } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useChosen } from "./chosen/chosen-files.ts";
import { ChosenList, LeftOutText } from "./chosen/chosen-list.tsx";
import { FilesDrop } from "./chosen/files-drop.tsx";
import { SendCard } from "./sending/send-card.tsx";
import { useOwnUploads } from "./sending/upload-store.ts";

const ChosenMap = lazyPart(() => import("./chosen/chosen-map.tsx"));

/** Files and folders: what they hold is read, drawn on the map and compared before a byte is sent; then they go. */
export default function UploadsScreen() {
  const { t } = useTranslation(["uploads", "imagery"]);
  const chosen = useChosen();
  const entries = useOwnUploads();
  const [active, setActive] = useState<string | null>(null);
  const has = chosen.files.length > 0;
  const isPlaced = chosen.files.some(
    ({ read }) => read && read !== "unreadable" && read.header?.place,
  );

  function handlePress(key: string) {
    setActive(key);
    document.getElementById(`chosen-${key}`)?.scrollIntoView({ block: "center" });
  }

  return (
    <div className="@container/list h-full overflow-y-auto bg-surface">
      <PageHeader
        title={t("title")}
        text={t("about")}
        actions={
          <Link to="/admin/process" search={{ open: "fetch" }} className={buttonClass("plain")}>
            <Satellite aria-hidden className="size-4" />
            {t("imagery:new_way_fetch")}
          </Link>
        }
      />
      <div className="flex gap-4 px-5 pb-5 @max-4xl/list:flex-col @max-sm/list:px-4">
        <div className="grid min-w-0 grow basis-1/2 grid-cols-1 content-start gap-4 @max-4xl/list:basis-auto">
          <FilesDrop compact={has} />
          {!has && <LeftOutText leftOut={chosen.leftOut} tooMany={chosen.tooMany} />}
          {entries.length > 0 && <SendCard entries={entries} />}
          {has && <ChosenList {...{ chosen, active }} onActive={setActive} />}
        </div>
        {isPlaced && (
          <div className="sticky top-0 min-w-0 basis-1/2 self-start @max-4xl/list:static @max-4xl/list:-order-1 @max-4xl/list:w-full @max-4xl/list:basis-auto">
            <div className="h-[calc(100dvh-14rem)] min-h-64 overflow-hidden rounded-lg border border-line @max-4xl/list:h-64">
              <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
                <ChosenMap
                  files={chosen.files}
                  active={active}
                  onActive={setActive}
                  onPress={handlePress}
                />
              </Suspense>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
