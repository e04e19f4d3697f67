type Ranges = readonly (readonly [number, number])[];
const two = (n: number) => String(n).padStart(2, '0');
const clock = (at: number) => `${two(Math.floor(at / 60))}:${two(at % 60)}`;

/** The hours of a day as people write them: 09:00–12:00, 14:00–17:00. */
export const formatHoursRanges = (ranges: Ranges): string => ranges.map(([a, b]) => `${clock(a)}–${clock(b)}`).join(', ');

const minuteOf = (hour: string | undefined, minute: string | undefined): number | null => {
  const [h, min] = [Number(hour), Number(minute || '0')];
  return h <= 24 && min < 60 && h * 60 + min <= 1440 ? h * 60 + min : null;
};

/** Reads a whole number that consists of digits only. */
export const isWholeNumberText = (text: string): boolean => /^\d{1,4}$/.test(text.trim());

const shape = /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[:.](\d{2}))?\s*$/;
/** Whether a range is readable but reversed: 14:00–09:00. */
export const hasReversedHoursRange = (text: string): boolean =>
  text.split(/[,;]/).some((part) => {
    const found = shape.exec(part);
    const [from, to] = found ? [minuteOf(found[1], found[2]), minuteOf(found[3], found[4])] : [null, null];
    return from !== null && to !== null && from >= to;
  });

/** Reads the hours of a day; an empty list means closed, null means unreadable. */
export function parseHoursRanges(text: string): [number, number][] | null {
  if (text.trim() === '') return [];
  const ranges: [number, number][] = [];
  for (const part of text.split(/[,;]/)) {
    const found = shape.exec(part);
    if (!found) return null;
    const [from, to] = [minuteOf(found[1], found[2]), minuteOf(found[3], found[4])];
    if (from === null || to === null || from >= to || from < (ranges.at(-1)?.[1] ?? 0)) return null;
    ranges.push([from, to]);
  }
  return ranges.length > 4 ? null : ranges;
}
