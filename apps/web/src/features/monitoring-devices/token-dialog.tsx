import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceToken } from "@nihol/contract/sensors/readings";
import { paths } from "@nihol/contract/values/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { apiAddress } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { type ParameterTexts, useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";

type Props = { device: Device; onClose: () => void };

/** Token that the device shows when it sends: made here, seen once, ended here. */
export function TokenDialog({ device, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const [made, setMade] = useState<DeviceToken>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { id: device.id };

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await refresh(paths.device);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const handleMake = () =>
    run(async () => setMade(await ask("POST /device/:id/token", { params })));
  const handleEnd = () =>
    run(async () => {
      await ask("DELETE /device/:id/token", { params });
      setMade(undefined);
      toast.success(t("app:deleted"));
    });

  const actions = made ? (
    <Button tone="primary" onClick={onClose}>
      {t("token_kept")}
    </Button>
  ) : (
    <>
      {device.token && (
        <Button tone="danger" busy={busy} onClick={handleEnd}>
          {t("token_end")}
        </Button>
      )}
      <Button tone="primary" busy={busy} onClick={handleMake}>
        {device.token ? t("token_replace") : t("token_make")}
      </Button>
    </>
  );
  const state = device.token
    ? t("token_since", { date: format.dateTime(device.token.created_at) })
    : t("token_none");
  return (
    <Dialog
      open
      onClose={onClose}
      width="md"
      title={t("token_title", { name: device.name })}
      description={t("token_about")}
      actions={actions}
    >
      <div className="grid gap-4">
        {made ? (
          <MadeToken device={device} made={made} />
        ) : (
          <p className="text-sm text-ink-2">
            {state} {device.token && t("token_replace_text")}
          </p>
        )}
        <FailureNote error={failure} />
      </div>
    </Dialog>
  );
}

function MadeToken({ device, made }: { device: Device; made: DeviceToken }) {
  const { token, mqtt_broker: address } = made;
  const { t } = useTranslation("devices");
  const names = { id: String(device.id), topic: `devices/${device.id}/readings` };
  const example = exampleCall(device, token, useParameters());
  return (
    <>
      <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">{t("token_once")}</p>
      <CodeBlock label={t("token")} copy={t("token_copy")} text={token} />
      <CodeBlock label={t("token_example")} copy={t("example_copy")} text={example} />
      <p className="text-xs text-ink-3">{t("token_hint")}</p>
      <p className="text-xs text-ink-3">
        {address ? t("token_mqtt_broker", { ...names, address }) : t("token_mqtt", names)}
      </p>
    </>
  );
}

/** A call that works as it stands. */
function exampleCall({ id, type }: Device, token: string, parameters: ParameterTexts): string {
  const ts = `${new Date().toISOString().slice(0, 19)}Z`;
  const values = Object.fromEntries(parameters.own(type).map(({ key, example }) => [key, example]));
  const body = JSON.stringify({ readings: [{ ts, values }] });
  const address = location.origin + apiAddress(`${paths.device}/${id}/reading`);
  return `curl -X POST ${address} \\
  -H "Authorization: Device ${token}" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}
