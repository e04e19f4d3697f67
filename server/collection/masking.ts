/** The body of a callback as JSON; null if it is not JSON. */
export function parseCallbackBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}

const names = /^(first|middle|last)?name$|publicname$|partyname$|^sender$/i;
const numbers = /^(msisdn|phonenumber|partya|partyb|phone)$/i;
const digits = /\b(?:\+?254|0)[17]\d{8}\b/g;
const tail = (text: string): string => `•••${text.replace(/\D/g, '').slice(-3)}`;
/** Masks free text, because some people type their phone number into it. */
export const maskPhoneNumbers = (text: string): string => text.replace(digits, tail);
const initial = (text: string): string => (text.trim() === '' ? '' : `${text.trim().slice(0, 1)}•••`);

/** The body of a callback for readers of the event list: phone numbers by their last three digits, names by their first letter. */
export function maskCallbackText(body: Uint8Array): string {
  const read = parseCallbackBody(body);
  if (read === null)
    return Buffer.from(body)
      .toString('utf8')
      .replace(/[^\x20-\x7E\n]/g, '·')
      .replace(digits, tail);
  return JSON.stringify(masked(read), null, 2);
}
function masked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, key));
  if (value !== null && typeof value === 'object') {
    const given = value as Record<string, unknown>;
    // In lists of names and values, the name decides how the value is masked.
    const named = typeof given.Name === 'string' ? given.Name : typeof given.Key === 'string' ? given.Key : null;
    const isWord = (name: string) => named !== null && 'Value' in given && (name === 'Name' || name === 'Key');
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [name, isWord(name) ? one : masked(one, named !== null && name === 'Value' ? named : name)]),
    );
  }
  const text = String(value ?? '');
  if (value === null || text === '') return value;
  if (numbers.test(key)) return /^\d{5,7}$/.test(text) ? text : tail(text);
  if (names.test(key)) return initial(text);
  return typeof value === 'string' ? maskPhoneNumbers(value) : value;
}
