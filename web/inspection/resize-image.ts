import { maxInspectionPhotoBytes, maxInspectionPhotoPixels } from '#contract/inspection/kinds.ts';
import { m } from '#words/messages.js';

export type ResizedImage = { readonly blob: Blob; readonly sha256: string };

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A JPEG of at most this many pixels in width and height; null if the picture cannot be read. */
export async function resizeImage(file: Blob, most: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.82));
}

/** A photo ready for upload with the hash of its bytes, or an error message. */
export async function preparePhotoUpload(file: File): Promise<ResizedImage | string> {
  if (file.size > maxInspectionPhotoBytes) return m.inspection_photo_large({ most: maxInspectionPhotoBytes / 1024 / 1024 });
  const blob = await resizeImage(file, maxInspectionPhotoPixels);
  if (!blob) return m.inspection_photo_unreadable();
  return { blob, sha256: hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())) };
}
