/** The maximum size of a body: the server rejects a longer one by its length before reading it, and screens check it before sending. */
export const bodyBytes = 1024 * 1024;
