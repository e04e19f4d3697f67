/** No body of a call is larger: the server refuses it by its length before it is read, and screens say so before they send one. */
export const bodyBytes = 1024 * 1024;
