import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";

/**
 * Deletes the record that a panel shows, says so, closes the panel, and fetches anew what follows from it. What it
 * returns throws ApiError, which the dialog that asked shows.
 * @param path of the resource; `also` those whose figures follow from this one
 */
export function useDelete(path: string, id: string, onClose: () => void, ...also: string[]) {
  const { t } = useTranslation("app");
  return async (): Promise<void> => {
    await del(`${path}/${id}`);
    toast.success(t("deleted"));
    onClose();
    await refresh(path, ...also);
  };
}
