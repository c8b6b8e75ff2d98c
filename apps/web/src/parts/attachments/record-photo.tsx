import { useApiImage } from "../../lib/api/api-image.ts";
import { PhotoChange } from "./photo-change.tsx";

type Props = {
  /** Address of the photo, null without one. */
  photo: string | null;
  alt: string;
  /** Where it is sent and taken away. */
  path: string;
  name: string;
  mayChange: boolean;
  onDone: () => Promise<unknown>;
};

/** The photo of a record, as wide as there is room, with its change and its removal. */
export function RecordPhoto({ photo, alt, path, name, mayChange, onDone }: Props) {
  const address = useApiImage(photo);
  return (
    <div className="grid gap-2">
      {address && (
        <img src={address} alt={alt} className="max-h-72 w-full rounded-lg object-cover" />
      )}
      {mayChange && <PhotoChange ofGround {...{ path, name, onDone }} isThere={photo !== null} />}
    </div>
  );
}
