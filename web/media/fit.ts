import { imageTypes, maxFileBytes } from '#contract/media/limits.ts';

/** A phone's camera makes larger files than anybody needs: the longest side they are ever shown at, with room to cut. */
const longest = 2560;

/** A picture over the limit is drawn smaller here, before it costs its sender's bundles; everything else goes as it is. */
export async function fit(file: File): Promise<Blob> {
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
    // The server says what is wrong with it.
    return file;
  }
}
