/** Types for the used parts of the package, which has none. */
declare module 'kenya' {
  type Centre = { readonly lat: number; readonly lon: number };
  type Ward = { readonly code: string; readonly name: string; readonly center?: Centre };
  const kenya: {
    readonly counties: readonly { readonly code: string; readonly center?: Centre; readonly constituencies: readonly { readonly code: string }[] }[];
    readonly constituencies: readonly { readonly code: string; readonly name: string; readonly center?: Centre; readonly wards: readonly Ward[] }[];
  };
  export default kenya;
}
