import { join } from 'node:path';
import type { Env } from '#server/kernel/env.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';

/** Where bytes lie. A key is the hash of what it holds, so writing it twice is writing it once. */
export type Storage = {
  readonly put: (key: string, data: Uint8Array, type: string) => Promise<void>;
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly remove: (key: string) => Promise<void>;
};

/** On disk below DATA_DIR, or in a bucket when one is named; several nodes need the bucket or a shared disk. */
export function makeStorage(env: Env): Storage {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_REGION: region } = env;
  if (endpoint && bucket && accessKey && secretKey) return s3Storage({ endpoint, bucket, accessKey, secretKey, region });
  return diskStorage(join(env.dataDir, 'media'));
}
