import { useEffect, useState } from "react";

/** An address for `img` of a blob, for as long as the component stands. */
export function useBlobAddress(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; source: string }>();
  useEffect(() => {
    if (!blob) return;
    const source = URL.createObjectURL(blob);
    setMade({ blob, source });
    return () => URL.revokeObjectURL(source);
  }, [blob]);
  return made && made.blob === blob ? made.source : undefined;
}
