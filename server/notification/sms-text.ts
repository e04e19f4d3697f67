import parsePhone from 'libphonenumber-js';

/** Typographic characters are not in an SMS's alphabet; these say the same in it. */
const plain: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '→': '-',
  '×': 'x',
};
/** GSM 03.38, and what costs two of its places. One letter outside it and a message holds 70 instead of 160. */
const small = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('^{}\\[~]|€');
/** The length of one SMS segment in GSM-7 characters. */
export const smsLength = 160;

/** How many places of a segment a text takes; null when a letter is not in the alphabet at all. */
export function smsPlaces(text: string): number | null {
  let places = 0;
  for (const letter of text) {
    if (!small.has(letter) && !double.has(letter)) return null;
    places += double.has(letter) ? 2 : 1;
  }
  return places;
}

/**
 * The number of segments in which a text is sent and billed: one of 160 characters, or several of 153, which reserve space for their sequence
 * number.
 */
export function segmentsOf(text: string): number {
  const places = smsPlaces(text) ?? text.length * 2;
  return places <= smsLength ? 1 : Math.ceil(places / (smsLength - 7));
}

const inAlphabet = (text: string): string => [...text].map(letterOf).join('').replace(/\s+/g, ' ').trim();

function letterOf(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  if (small.has(letter) || double.has(letter)) return letter;
  const bare = plain[letter] ?? letter.normalize('NFKD').replace(/\p{Mark}/gu, '');
  return smsPlaces(bare) === null ? (/\p{Letter}|\p{Number}/u.test(letter) ? '?' : '') : bare;
}

/** As much from the front as fits, ended by three dots; whole words where one break is near. */
function cut(text: string, room: number): string {
  if ((smsPlaces(text) ?? 0) <= room) return text;
  let kept = '';
  for (const letter of text) {
    if ((smsPlaces(`${kept}${letter}...`) ?? 0) > room) break;
    kept += letter;
  }
  const at = kept.lastIndexOf(' ');
  return room < 3 ? '' : `${(at > kept.length / 2 ? kept.slice(0, at) : kept).trimEnd()}...`;
}

/**
 * An SMS in one segment: the sender, the heading, as many whole sentences as fit, and the whole address at its end. Sentences that do not fit are at
 * the address. If the address leaves no space for words, the SMS is still sent, because the address is its essential part.
 */
export const smsText = (product: string, heading: string, message: string, link: string | null): string =>
  smsOf(product, heading, message, link).text;

/** For messages whose words are essential (a receipt) the words are sent in full, and the address is dropped if both do not fit. */
export function smsWords(product: string, heading: string, message: string, link: string | null): string {
  const linked = smsOf(product, heading, message, link);
  return linked.whole ? linked.text : smsText(product, heading, message, null);
}

/** What the SMS of an event says: its own short words, or else its heading and message. */
export const smsWordsOf = ({ heading, message, sms }: { heading: string; message: string; sms?: string }): readonly [string, string] =>
  sms ? [ended(sms), ''] : [heading, message];

const ended = (text: string): string => (/[.?:!]$/.test(text) ? text : `${text}.`);
/** The same, and whether it says everything. */
export function smsOf(product: string, heading: string, message: string, link: string | null): { text: string; whole: boolean } {
  const [head, body] = [inAlphabet(heading), inAlphabet(message)];
  const room = Math.max(smsLength - (link ? (smsPlaces(link) ?? link.length) + 1 : 0), 20);
  const who = head.includes(product) ? '' : `${product}: `;
  let words = `${who}${head}`;
  let whole = true;
  for (const sentence of body.match(/.+?[.?](?= |$)|.+$/g) ?? []) {
    const longer = `${ended(words)} ${sentence.trim()}`;
    if (sentence.includes(product) || (smsPlaces(longer) ?? 0) > room) {
      whole = false;
      break;
    }
    words = longer;
  }
  const fits = cut(words, room);
  return { text: link ? `${fits} ${link}` : fits, whole: whole && fits === words };
}

/** A number as carriers want it (+254…), or null when it is none. */
export function e164(phone: string): string | null {
  const number = parsePhone(phone, 'KE');
  return number?.isPossible() ? number.number : null;
}
