declare const carried: unique symbol;
/** A type that travels with a name and weighs nothing at run time. */
export type Payload<P> = { readonly [carried]?: P };
export const payload = <P extends object = Readonly<Record<never, never>>>(): Payload<P> => ({});
