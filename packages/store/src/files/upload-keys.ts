/** The files of an upload in the store. */
export interface UploadKeys {
  /** Names the file that is read: as it was sent, or converted. */
  file: string;
  /** Holds the words of its sender, written by tus. */
  notes: string;
  /** As it was sent, where `file` is converted. */
  sent: string;
}

export const uploadKeys = (id: string): UploadKeys => ({
  file: `upload/${id}`,
  notes: `upload/${id}.json`,
  sent: `upload/${id}.sent`,
});
