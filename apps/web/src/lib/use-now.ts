import { useEffect, useState } from "react";

/** The time in milliseconds, to the whole minute, once a minute: ages and periods move with it. */
export function useNow(): number {
  const [now, setNow] = useState(wholeMinute);
  useEffect(() => {
    const timer = setInterval(() => setNow(wholeMinute()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const wholeMinute = () => Math.ceil(Date.now() / 60_000) * 60_000;
