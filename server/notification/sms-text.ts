import parsePhone from 'libphonenumber-js';

/** Replacements for typographic characters, which are not in the GSM-7 alphabet of SMS. */
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
/** The GSM 03.38 alphabet, and the characters that take two places. A single character outside it reduces a segment from 160 to 70 characters. */
const small = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('^{}\\[~]|€');
/** The length of one SMS segment in GSM-7 characters. */
export const maxSmsLength = 160;

/** The number of places that a text takes in a segment, or null if it contains a character outside the alphabet. */
export function countSmsPlaces(text: string): number | null {
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
export function countSmsSegments(text: string): number {
  const places = countSmsPlaces(text) ?? text.length * 2;
  return places <= maxSmsLength ? 1 : Math.ceil(places / (maxSmsLength - 7));
}

const inAlphabet = (text: string): string => [...text].map(letterOf).join('').replace(/\s+/g, ' ').trim();

function letterOf(letter: string): string {
  if (/\s/.test(letter)) return ' ';
  if (small.has(letter) || double.has(letter)) return letter;
  const bare = plain[letter] ?? letter.normalize('NFKD').replace(/\p{Mark}/gu, '');
  return countSmsPlaces(bare) === null ? (/\p{Letter}|\p{Number}/u.test(letter) ? '?' : '') : bare;
}

/** The beginning of a text that fits, followed by three dots and cut between words where possible. */
function cut(text: string, room: number): string {
  if ((countSmsPlaces(text) ?? 0) <= room) return text;
  let kept = '';
  for (const letter of text) {
    if ((countSmsPlaces(`${kept}${letter}...`) ?? 0) > room) break;
    kept += letter;
  }
  const at = kept.lastIndexOf(' ');
  return room < 3 ? '' : `${(at > kept.length / 2 ? kept.slice(0, at) : kept).trimEnd()}...`;
}

/**
 * An SMS in one segment: the sender, the heading, as many complete sentences as fit, and the complete link at the end. Sentences that do not fit can
 * be read at the link. If the link leaves no space for words, the SMS is still sent, because the link is its essential part.
 */
export const buildSmsText = (product: string, heading: string, message: string, link: string | null): string =>
  buildSms(product, heading, message, link).text;

/** A dashboard page is also found through the notification in the app. A page that opens with a key is found only through its link. */
const isDashboardLink = (link: string | null): boolean => link !== null && /^https?:\/\/[^/]+\/dashboard\//.test(link);

/**
 * The SMS of one event. Its facts come first: if they do not fit beside the link of a dashboard page, the SMS has no link. `money` messages (for
 * example a receipt) prefer their words to any link.
 */
export function buildEventSms(product: string, heading: string, message: string, link: string | null, money: boolean): ReturnType<typeof buildSms> {
  const linked = buildSms(product, heading, message, link);
  if (linked.whole || !(money || isDashboardLink(link))) return linked;
  const bare = buildSms(product, heading, message, null);
  return bare.whole || money ? bare : linked;
}

/** The words of an event's SMS: its own short text, otherwise its heading and message. */
export const getSmsTextOfEvent = ({ heading, message, sms }: { heading: string; message: string; sms?: string }): readonly [string, string] =>
  sms ? [ended(sms), ''] : [heading, message];

const ended = (text: string): string => (/[.?:!]$/.test(text) ? text : `${text}.`);
/** The SMS of an event in one segment, and whether it contains the complete text. */
export function buildSms(product: string, heading: string, message: string, link: string | null): { text: string; whole: boolean } {
  const [head, body] = [inAlphabet(heading), inAlphabet(message)];
  const room = Math.max(maxSmsLength - (link ? (countSmsPlaces(link) ?? link.length) + 1 : 0), 20);
  const who = head.includes(product) ? '' : `${product}: `;
  let words = `${who}${head}`;
  let whole = true;
  for (const sentence of body.match(/.+?[.?](?= |$)|.+$/g) ?? []) {
    const longer = `${ended(words)} ${sentence.trim()}`;
    if (sentence.includes(product) || (countSmsPlaces(longer) ?? 0) > room) {
      whole = false;
      break;
    }
    words = longer;
  }
  const fits = cut(words, room);
  return { text: link ? `${fits} ${link}` : fits, whole: whole && fits === words };
}

/** A phone number in the form that carriers need (+254…), or null if it is not a number. */
export function toSmsNumber(phone: string): string | null {
  const number = parsePhone(phone, 'KE');
  return number?.isPossible() ? number.number : null;
}
