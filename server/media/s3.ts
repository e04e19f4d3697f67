import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStorage } from './storage.ts';

type Bucket = { readonly endpoint: string; readonly bucket: string; readonly accessKey: string; readonly secretKey: string; readonly region: string };

/** Any S3-compatible storage. The client library is large, so it is loaded with the first file. */
export function makeS3Storage({ endpoint, bucket, accessKey, secretKey, region }: Bucket): FileStorage {
  let opened: Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      // Path-style addresses and no Amazon checksums, because every compatible storage supports this.
      client: new sdk.S3Client({
        endpoint,
        region,
        forcePathStyle: true,
        credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 3,
      }),
    }));
    return opened;
  };
  return {
    async put(key, data, type) {
      const { client, sdk } = await open();
      await client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: data, ContentType: type, ContentLength: data.length }));
    },
    async get(key) {
      const { client, sdk } = await open();
      try {
        const answer = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key }));
        return (await answer.Body?.transformToByteArray()) ?? null;
      } catch (problem) {
        if (problem instanceof sdk.NoSuchKey || (problem instanceof sdk.S3ServiceException && problem.$metadata.httpStatusCode === 404)) return null;
        throw problem;
      }
    },
    async remove(key) {
      const { client, sdk } = await open();
      // The timeout is shorter than the time after which a sweep counts as dead (service.ts).
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: AbortSignal.timeout(120_000) });
    },
  };
}
