/** The same key, spoilt at its end. A fixed ending would now and then be the one that stood there; A and Q differ in the bits base64 keeps. */
export const tampered = (key: string): string => `${key.slice(0, -1)}${key.endsWith('A') ? 'Q' : 'A'}`;
