/** A visible mark in place of a missing field. An agreement that contains it cannot be sent. */
export const buildMissingFieldMark = (name: string): string => `⟦${name}⟧`;
export const missingFieldPattern = /⟦([^⟧]*)⟧/;
