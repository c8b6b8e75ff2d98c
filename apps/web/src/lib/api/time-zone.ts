import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";

dayjs.extend(timezone);

/** The zone of the reader's clock: "Asia/Dushanbe". */
export const timeZone = (): string => dayjs.tz.guess();
