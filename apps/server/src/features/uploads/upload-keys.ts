/** The files of an upload in the store. */
export interface UploadKeys {
  /** What is read: as it was sent, or converted. */
  file: string;
  /** What its sender said of it, written by tus. */
  notes: string;
  /** As it was sent, where `file` is converted. */
  sent: string;
}

export const uploadKeys = (id: string): UploadKeys => ({
  file: `upload/${id}`,
  notes: `upload/${id}.json`,
  sent: `upload/${id}.sent`,
});
