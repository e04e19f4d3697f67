/** Passwords, passkeys, second factor and sessions. Written by the identity room; this stands in until that lands. */
export const Security = () => null;
