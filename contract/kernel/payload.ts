declare const carried: unique symbol;
/** A type attached to a name, without any effect at run time. */
export type JobPayload<P> = { readonly [carried]?: P };
export const definePayload = <P extends object = Readonly<Record<never, never>>>(): JobPayload<P> => ({});
