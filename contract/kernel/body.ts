/** The maximum size of a request body. The server rejects a longer body by its length before reading it, and screens check it before sending. */
export const maxBodyBytes = 1024 * 1024;
