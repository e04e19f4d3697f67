/** What stands where a field is missing: seen at once, and nothing is sent with it. */
export const gap = (name: string): string => `⟦${name}⟧`;
export const gaps = /⟦([^⟧]*)⟧/;
