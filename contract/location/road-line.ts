/** A road's line as typed: one point a line, latitude and longitude. */
export type RoadPoint = [lat: number, lng: number];

export const writeRoadLine = (line: readonly RoadPoint[] | null): string => (line ?? []).map(([lat, lng]) => `${lat}, ${lng}`).join('\n');

/** Invalid text becomes a value that every schema rejects, so that the field shows an error. Empty text means that there is no line. */
export function readRoadLine(text: string): RoadPoint[] | null {
  const rows = text
    .split(/[\n;]+/u)
    .map((row) => row.trim())
    .filter((row) => row !== '');
  if (rows.length === 0) return null;
  return rows.map((row) => {
    const [lat = '', lng = '', ...more] = row.split(/[\s,]+/u);
    return more.length > 0 || lat === '' || lng === '' ? [Number.NaN, Number.NaN] : [Number(lat), Number(lng)];
  });
}
