import { imageTypes, maxFileBytes } from '#contract/media/limits.ts';

/** The longest side a picture is ever shown at, with room to crop. Phone cameras make larger files. */
const longest = 2560;

/** Scales a picture over the limit before the upload, to save the sender's data bundle; other files are sent unchanged. */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= maxFileBytes || !(imageTypes as readonly string[]).includes(file.type)) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
    return blob && blob.size < file.size ? blob : file;
  } catch {
    // The server explains the problem.
    return file;
  }
}
