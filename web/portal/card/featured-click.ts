/** The listing of the last clicked featured card; its page reports the click once. */
let pressed: number | null = null;

export const recordFeaturedClick = (link: HTMLElement): void => {
  pressed = Number(link.dataset.featured) || null;
};

export function wasFeaturedClick(listingId: number): boolean {
  const did = pressed === listingId;
  pressed = null;
  return did;
}
