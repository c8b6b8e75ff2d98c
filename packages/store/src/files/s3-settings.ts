/** Address of a bucket, and what it takes to be let in. */
export interface S3At {
  /** Undefined: Amazon's own, by the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** Beginning of all keys in the bucket, without a slash at either end; "" for none. */
  prefix: string;
  /** Undefined: those of the SDK's usual environment (AWS_*, the role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The bucket stands in the path, not in the host's name. */
  isPathStyle: boolean;
  /** Address of the server for people's browsers; without one they get files from our servers alone. */
  publicUrl?: string | undefined;
}

/** `s3://bucket/prefix`, as messages name it. */
export const addressOf = ({ bucket, prefix }: Pick<S3At, "bucket" | "prefix">) =>
  `s3://${bucket}${prefix === "" ? "" : `/${prefix}`}`;
