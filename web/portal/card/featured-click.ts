/** The offer whose featured card was pressed last; its page tells the server so, once. */
let pressed: number | null = null;

export const notePress = (link: HTMLElement): void => {
  pressed = Number(link.dataset.featured) || null;
};

export function cameByFeatured(listingId: number): boolean {
  const did = pressed === listingId;
  pressed = null;
  return did;
}
