import { meterLimits } from './kinds.ts';

/** Meters show whole thousandths: litres of a cubic metre, watt-hours of a kilowatt-hour. No calculation uses fractions. */
export type MilliUnits = number;

const places = 3;
export const milliPerUnit = 10 ** places;

const decimal = /^(?:\d{1,9}|\d{1,3}(?:,\d{3})+)\.\d*$/;
const grouped = /^\d{1,3}(?:,\d{3})+$/;

/**
 * Reads "1234", "1,234.5" or "12,5" as written from a dial, where a point is always a decimal point. Null for text that is not a value or is finer
 * than a thousandth.
 */
export function parseMilliUnits(text: string): MilliUnits | null {
  const bare = text.replace(/[\s'’\u00a0]/g, '');
  const plain = decimal.test(bare) || grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(',', '.');
  const [, whole = '', tail = ''] = /^(\d{1,9})(?:\.(\d{0,3})0*)?$/.exec(plain) ?? [];
  if (whole === '') return null;
  const milli = Number(`${whole}${tail.padEnd(places, '0')}`);
  return milli <= meterLimits.valueMost ? milli : null;
}

/** Writes 1234500 as 1,234.5, without trailing zeros. */
export function formatMilliUnits(milli: MilliUnits): string {
  const size = Math.abs(milli);
  const whole = String(Math.floor(size / milliPerUnit)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const tail = String(size % milliPerUnit)
    .padStart(places, '0')
    .replace(/0+$/, '');
  return `${milli < 0 ? '\u2212' : ''}${whole}${tail ? `.${tail}` : ''}`;
}

/** For an input field, a chart or a file; never for calculations. */
export const milliToUnits = (milli: MilliUnits): number => milli / milliPerUnit;
