/** The value of a form for a record that is not chosen yet. No row has this number, and the schema of every call rejects it at its field. */
export const noRecordId = 0;
