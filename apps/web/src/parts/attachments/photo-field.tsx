import { Avatar } from "../../ui/avatar.tsx";
import { PhotoChange } from "./photo-change.tsx";

type Props = {
  /** Where the photo is sent: "/user/7/photo". */
  path: string;
  photo: string | null;
  /** Name of the person, for the letters that stand in the photo's place. */
  name: string;
  onDone: () => Promise<unknown>;
};

/** A person's photo with its change and its removal. */
export function PhotoField({ path, photo, name, onDone }: Props) {
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-4">
      <Avatar photo={photo} name={name} size="lg" />
      <PhotoChange {...{ path, name, onDone }} isThere={photo !== null} />
    </div>
  );
}
