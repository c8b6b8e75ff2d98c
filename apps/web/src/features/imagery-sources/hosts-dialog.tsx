import type { AnswerTo } from "@nihol/contract/api/calls";
import { paths } from "@nihol/contract/values/paths";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useForm } from "../../lib/form/form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

type Hosts = AnswerTo<"GET /imagery-host">;
const queryKey = [paths.imageryHost];

/** Lists the servers that may be asked: for everybody to read, for the built-in roles to write. */
export function HostsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("sources");
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask("GET /imagery-host", { signal }),
  });
  if (query.data?.can.change) return <HostsForm hosts={query.data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t("hosts")} description={t("hosts_about")} width="md">
      {query.isPending && <SkeletonLines lines={4} />}
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="grid gap-4">
          <List items={query.data.hosts} />
          <Inside items={query.data.inside} />
          <p className="text-sm text-ink-3">{t("hosts_who")}</p>
        </div>
      )}
    </Dialog>
  );
}

function HostsForm({ hosts, onClose }: { hosts: Hosts; onClose: () => void }) {
  const { t } = useTranslation(["sources", "app"]);
  const client = useQueryClient();
  const form = useForm({
    schema: async () => {
      const { imageryHostsPut } = await import("@nihol/contract/imagery/imagery-sources");
      const { z } = await import("@nihol/contract/z");
      const lines = (text: string) => text.split(/[\s,]+/).filter(Boolean);
      return z.object({
        hosts: z.string().transform(lines).pipe(imageryHostsPut.body.shape.hosts),
      });
    },
    initial: { hosts: hosts.hosts.join("\n") },
    submit: async (body) => {
      client.setQueryData(queryKey, await ask("PUT /imagery-host", { body }));
      toast.success(t("app:updated"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("hosts")}
      description={t("hosts_about")}
      width="md"
      form={form}
      onClose={onClose}
    >
      <TextArea
        {...form.field("hosts")}
        label={t("hosts_list")}
        hint={t("hosts_hint", { example: "*.example.org" })}
        rows={8}
        optional
      />
      <Inside items={hosts.inside} />
    </FormDialog>
  );
}

function List({ items }: { items: readonly string[] }) {
  const { t } = useTranslation("sources");
  if (items.length === 0) return <p className="text-sm">{t("hosts_none")}</p>;
  return (
    <ul className="grid gap-1 text-sm">
      {items.map((one) => (
        <li key={one} className="break-all">
          {one}
        </li>
      ))}
    </ul>
  );
}

/** Set on the machine, not here. */
function Inside({ items }: { items: readonly string[] }) {
  const { t } = useTranslation("sources");
  if (items.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{t("hosts_inside")}</h3>
      <List items={items} />
    </section>
  );
}
