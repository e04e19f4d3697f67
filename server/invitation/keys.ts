import { createHash, randomBytes, randomInt } from 'node:crypto';

/** The secret of an invitation link: 256 bits, sent once and stored only as a hash. */
export const createInvitationKey = (): string => randomBytes(32).toString('base64url');
export const hashInvitationKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Letters and digits that are not easily confused when read from a poster. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const createInvitationCode = (): string => {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** Normalises a typed code: upper or lower case, with or without dash and spaces. */
export const parseInvitationCode = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

export const buildInvitationPagePath = (key: string, id: number): string => `/auth/invitation/${key}/${id}`;

/** Masks a contact so that only its owner recognises it. */
export function maskContact(email: string | null, phone: string | null): string | null {
  if (email) {
    const [name = '', host = ''] = email.split('@');
    return `${name.slice(0, 2)}•••@${host}`;
  }
  return phone ? `•••• ${phone.slice(-3)}` : null;
}
