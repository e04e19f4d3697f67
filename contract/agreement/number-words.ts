import { toDecimalText } from '#contract/money/cents.ts';

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen'],
  ...['fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', ' thousand', ' million', ' billion', ' trillion'];

const hundred = 10 * 10;
/** Splits a number into its hundreds and the rest. */
const parted = (n: number): [number, number] => [Math.floor(n / hundred), n % hundred];

function underThousand(n: number): string {
  const [hundreds, rest] = parted(n);
  const low = rest < 20 ? (small[rest] ?? '') : `${tens[Math.floor(rest / 10)]}${rest % 10 ? `-${small[rest % 10]}` : ''}`;
  if (hundreds === 0) return low;
  return rest === 0 ? `${small[hundreds]} hundred` : `${small[hundreds]} hundred and ${low}`;
}

/** A whole number in words, as written on a cheque: “one million, two hundred thousand and five”. */
export function formatNumberInEnglish(n: number): string {
  if (n === 0) return 'zero';
  const groups: string[] = [];
  let rest = n;
  for (let scale = 0; rest > 0; scale += 1) {
    const part = rest % 1000;
    if (part > 0) groups.unshift(`${scale === 0 && n > 999 && part < 100 ? 'and ' : ''}${underThousand(part)}${scales[scale]}`);
    rest = Math.floor(rest / 1000);
  }
  return groups.join(', ').replaceAll(', and ', ' and ');
}

const ones = ['sifuri', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa'];
const kumi = ['', 'kumi', 'ishirini', 'thelathini', 'arobaini', 'hamsini', 'sitini', 'sabini', 'themanini', 'tisini'];
const sizes = [
  ['bilioni', 1_000_000_000],
  ['milioni', 1_000_000],
  ['laki', 100_000],
  ['elfu', 1000],
] as const;

function underElfu(n: number): string {
  const [hundreds, rest] = parted(n);
  const parts = [
    ...(hundreds > 0 ? [`mia ${ones[hundreds]}`] : []),
    ...(rest >= 10 ? [kumi[Math.floor(rest / 10)] ?? ''] : []),
    ...(n % 10 > 0 ? [ones[n % 10] ?? ''] : []),
  ];
  return parts.join(' na ');
}

/** In Kiswahili the thousands come first; a comma ends each, so that elfu arobaini na tano (45,000) is not elfu arobaini, na tano (40,005). */
export function formatNumberInKiswahili(n: number): string {
  if (n === 0) return 'sifuri';
  const parts: string[] = [];
  let rest = n;
  for (const [name, size] of sizes) {
    const many = Math.floor(rest / size);
    if (many > 0) parts.push(`${name} ${formatNumberInKiswahili(many)}`);
    rest %= size;
  }
  if (rest > 0) parts.push(underElfu(rest));
  return parts.join(', na ');
}

/** An amount in words, which a lease states next to the figures. */
export function formatCentsInWords(amount: number): { readonly en: string; readonly sw: string } {
  const [shillings = 0, left = 0] = toDecimalText(amount).split('.').map(Number);
  return {
    en: `Kenya shillings ${formatNumberInEnglish(shillings)}${left > 0 ? ` and cents ${formatNumberInEnglish(left)}` : ''}`,
    sw: `shilingi za Kenya ${formatNumberInKiswahili(shillings)}${left > 0 ? ` na senti ${formatNumberInKiswahili(left)}` : ''}`,
  };
}
