/** The kinds of drawn property, and its views. */
export const drawingKinds = ['tower', 'walkup', 'maisonette', 'bungalow', 'villa', 'shop', 'office', 'godown', 'plot'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

export const drawingViews = ['facade', 'living', 'bedroom', 'kitchen', 'plan'] as const;
export type DrawingView = (typeof drawingViews)[number];

/** Limits of one address; the routes reject more, and the functions below never exceed them. */
export const drawingUrlLimits = { kinds: 8, light: 3, bedrooms: 9, seed: 64 } as const;

export type HomeDrawing = {
  readonly seed: string;
  readonly kind?: DrawingKind | undefined;
  readonly county?: string | undefined;
  readonly view?: DrawingView | undefined;
  readonly bedrooms?: number | undefined;
};

/** A street of homes and shops on a transparent sky. Light: 0 morning, 1 noon, 2 golden hour, 3 dusk. */
export function buildStreetDrawingUrl(seed: string, kinds?: readonly DrawingKind[], light?: number): string {
  const row = kinds?.slice(0, drawingUrlLimits.kinds).join(',') || undefined;
  return addressOf('street', seed, [
    ['kinds', row],
    ['light', whole(light, drawingUrlLimits.light)],
  ]);
}

/** One property: its front, one of its rooms or its floor plan. */
export function buildHomeDrawingUrl({ seed, kind, county, view, bedrooms }: HomeDrawing): string {
  return addressOf('home', seed, [
    ['kind', kind],
    ['county', county],
    ['view', view],
    ['bedrooms', whole(bedrooms, drawingUrlLimits.bedrooms)],
  ]);
}

type Asked = readonly (readonly [name: string, value: string | undefined])[];

function addressOf(what: 'street' | 'home', seed: string, asked: Asked): string {
  const query = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`]));
  return `/art/${what}/${seedOf(seed)}.svg${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Turns any text into a seed the route accepts; the same text always gives the same seed. */
const seedOf = (text: string): string => text.replace(/[^\w-]/g, '-').slice(0, drawingUrlLimits.seed) || '-';

const whole = (value: number | undefined, most: number): string | undefined =>
  value === undefined ? undefined : String(Math.min(most, Math.max(0, Math.trunc(value) || 0)));
