import { join } from 'node:path';
import type { Env } from '#server/kernel/env.ts';
import { makeDiskStorage } from './disk.ts';
import { makeS3Storage } from './s3.ts';
import type { FileStorage } from './storage.ts';

/** Opens the storage: on disk in DATA_DIR, or an S3 bucket if one is configured. Several nodes need the bucket or a shared disk. */
export function openStorage(env: Env): FileStorage {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_REGION: region } = env;
  if (endpoint && bucket && accessKey && secretKey) return makeS3Storage({ endpoint, bucket, accessKey, secretKey, region });
  return makeDiskStorage(join(env.dataDir, 'media'));
}
