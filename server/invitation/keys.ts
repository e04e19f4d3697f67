import { createHash, randomBytes, randomInt } from 'node:crypto';

/** The secret of a link: 256 bits, sent once and stored only as a hash. */
export const newKey = (): string => randomBytes(32).toString('base64url');
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Letters and digits that are not confused when read off a poster. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const newShortCode = (): string => {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** Accepts typed codes in any case, with or without the dash, with spaces. */
export const shortCodeOf = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

export const pageOf = (key: string, id: number): string => `/auth/invitation/${key}/${id}`;

/** Masks a contact: recognisable to its owner, useless to others. */
export function maskContact(email: string | null, phone: string | null): string | null {
  if (email) {
    const [name = '', host = ''] = email.split('@');
    return `${name.slice(0, 2)}•••@${host}`;
  }
  return phone ? `•••• ${phone.slice(-3)}` : null;
}
