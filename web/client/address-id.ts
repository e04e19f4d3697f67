/** The id in an address. What is no number there is asked for like a record that does not exist, so that its page says "not found". */
export const addressId = (text: string | null | undefined): number => Number(text) || 0;
