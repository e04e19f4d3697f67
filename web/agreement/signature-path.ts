import { signatureBoxSize } from '#contract/agreement/kinds.ts';

type Point = { readonly x: number; readonly y: number };
const spot = (n: number, most: number) => Math.min(most, Math.max(0, Math.round(n * 10) / 10));

/** A drawing on a canvas of this size, as lines within the signature box of the document. A dot is a line too short to see. */
export function makeSignaturePath(strokes: readonly (readonly Point[])[], size: { readonly width: number; readonly height: number }): string {
  const [sx, sy] = [signatureBoxSize.width / (size.width || 1), signatureBoxSize.height / (size.height || 1)];
  const at = ({ x, y }: Point) => `${spot(x * sx, signatureBoxSize.width)} ${spot(y * sy, signatureBoxSize.height)}`;
  return strokes
    .filter((points) => points.length > 0)
    .map((points) => (points.length === 1 ? [...points, ...points] : points).map((point, n) => `${n === 0 ? 'M' : 'L'}${at(point)}`).join(' '))
    .join(' ');
}
