/** The id in an address. Text that is no number is requested like a missing record, so that its page says "not found". */
export const parseAddressId = (text: string | null | undefined): number => Number(text) || 0;
