import type { BodyOf } from "@nihol/contract/api/calls";
import type { NoticeChoice } from "@nihol/contract/notices";
import {
  type NoticeGroup,
  type NoticeWay,
  noticeGroups,
  noticeGroupsOf,
  noticeWays,
} from "@nihol/contract/values/notices";
import { paths } from "@nihol/contract/values/paths";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useUser } from "../../lib/api/session.ts";
import { ErrorPanel, useFailureText } from "../../ui/error-panel.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

const queryKey = [paths.notice, "choice"];

/** Ways in which somebody wishes to hear of each kind; every choice holds at once. */
export function OwnNotices() {
  const { t } = useTranslation("notices");
  const client = useQueryClient();
  const failureText = useFailureText();
  const isAdministrator = isBuiltInRole(useUser().userData?.role ?? "");
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask("GET /notice/choice", { signal }),
  });
  async function choose(body: BodyOf<"PATCH /notice/choice">) {
    try {
      client.setQueryData(queryKey, await ask("PATCH /notice/choice", { body }));
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={9} />;
  const { mail, email, weekly } = query.data;
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">
        {t("choose_about")} {mail ? t("about_mail", { email }) : t("no_mail")}
      </p>
      {mail && (
        <Switch
          label={t("weekly")}
          hint={t("weekly_hint")}
          checked={weekly}
          onChange={(next) => void choose({ weekly: next })}
        />
      )}
      {noticeGroupsOf(isAdministrator).map((group) => (
        <Group key={group} group={group} choice={query.data} onChoose={choose} />
      ))}
    </div>
  );
}

type GroupProps = {
  group: NoticeGroup;
  choice: NoticeChoice;
  onChoose: (body: BodyOf<"PATCH /notice/choice">) => Promise<void>;
};

function Group({ group, choice, onChoose }: GroupProps) {
  const { t } = useTranslation("notices");
  // Where no letters are sent, what would come by mail stands in the panel.
  const ways = choice.mail ? noticeWays : (["app", "off"] as const);
  const options = ways.map((way) => ({ value: way, label: t(`way_${way}`) }));
  const shown = (way: NoticeWay) => (choice.mail || way === "off" ? way : "app");
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-sm font-semibold">{t(`group_${group}`)}</legend>
      {noticeGroups[group].map((kind) => (
        <div key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
          <span className="min-w-48 grow text-sm">{t(`kind_${kind}`)}</span>
          <SelectBox
            aria-label={t(`kind_${kind}`)}
            value={shown(choice.ways[kind])}
            onChange={(way) => void onChoose({ ways: { [kind]: way } })}
            options={options}
            className="w-52! max-sm:w-full!"
          />
        </div>
      ))}
    </fieldset>
  );
}
