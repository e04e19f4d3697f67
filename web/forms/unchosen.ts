/** What a form sends for a record that nobody has chosen yet. No row has this number, and the schema of every call refuses it at its field. */
export const unchosen = 0;
