import parsePhone from 'libphonenumber-js';

/** Typographic characters cost an SMS more than half of its room; these say the same in the small alphabet. */
const plain: Readonly<Record<string, string>> = { '“': '"', '”': '"', '‘': "'", '’': "'", '–': '-', '—': '-', '…': '...', '·': '-', '\u00a0': ' ' };
/** Three joined messages; nobody reads a fourth. */
const longest = 3 * 153;

/** One SMS: who speaks, what, and the whole address at its end, however long the words are. */
export function smsText(product: string, heading: string, message: string, link: string | null): string {
  const words = `${product}: ${heading}. ${message}`
    .replace(/[“”‘’–—…·\u00a0]/g, (c) => plain[c] ?? c)
    .replace(/\s+/g, ' ')
    .trim();
  const room = longest - (link ? link.length + 1 : 0);
  const cut = words.length > room ? `${words.slice(0, Math.max(0, room - 3)).trimEnd()}...` : words;
  return link ? `${cut} ${link}` : cut;
}

/** A number as carriers want it (+254…), or null when it is none. */
export function e164(phone: string): string | null {
  const number = parsePhone(phone, 'KE');
  return number?.isPossible() ? number.number : null;
}
