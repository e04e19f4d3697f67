import { kenyaBounds, roundDegrees } from './geo.ts';

/**
 * Parses a location as people send it: coordinates, a Google Maps link (also from a WhatsApp location), a geo: address, or a Plus Code. Pure:
 * nothing is fetched, so a shortened link is refused with that reason.
 */
export type LatLng = { readonly lat: number; readonly lng: number };
export type PastedLocation = LatLng | { readonly problem: 'short_link' | 'abroad' | 'unreadable' };

export function readPastedLocation(text: string, near: LatLng): PastedLocation {
  const given = text.trim().slice(0, 2000);
  if (/\b(maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly|wa\.me|share\.google)\//i.test(given)) return { problem: 'short_link' };
  const found = ofLink(given) ?? ofDegrees(given) ?? ofNumbers(given) ?? ofPlusCode(given, near);
  if (!found || !Number.isFinite(found.lat) || !Number.isFinite(found.lng)) return { problem: 'unreadable' };
  const spot = { lat: roundDegrees(found.lat), lng: roundDegrees(found.lng) };
  return within(spot) ? spot : { problem: 'abroad' };
}

const within = ({ lat, lng }: LatLng): boolean =>
  lat >= kenyaBounds.lat[0] && lat <= kenyaBounds.lat[1] && lng >= kenyaBounds.lng[0] && lng <= kenyaBounds.lng[1];

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** In a Google link the pin (!3d…!4d…) is more precise than the centre of the screen (@…). */
const inLinks = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(String.raw`[?&](?:q|query|ll|daddr|destination|center)=(?:loc:)?${number}(?:,|%2C)\s*\+?${number}`, 'i'),
  new RegExp(`^geo:${number},${number}`, 'i'),
  new RegExp(String.raw`/(?:search|place|dir)/\+?${number}(?:,|%2C)\+?${number}`, 'i'),
  new RegExp(`@${number},${number}`),
];
function ofLink(text: string): LatLng | null {
  const link = /(?:https?:\/\/|geo:)\S+/i.exec(text)?.[0];
  if (!link) return null;
  for (const way of inLinks) {
    const found = way.exec(link);
    if (found) return { lat: Number(found[1]), lng: Number(found[2]) };
  }
  return null;
}

const isLink = (text: string): boolean => /https?:\/\/|geo:/i.test(text);

/** "-1.2921, 36.7856", separated by a comma, a semicolon or a space. */
function ofNumbers(text: string): LatLng | null {
  const found = isLink(text) ? null : new RegExp(String.raw`^\(?\s*${number}\s*°?\s*[,;\s]\s*${number}\s*°?\s*\)?$`).exec(text);
  return found ? { lat: Number(found[1]), lng: Number(found[2]) } : null;
}

/** 1°17'31.6"S 36°47'12.1"E */
function ofDegrees(text: string): LatLng | null {
  const part = String.raw`(\d{1,3})°\s*(\d{1,2})['′’]\s*(?:(\d{1,2}(?:\.\d+)?)["″”])?\s*`;
  const found = new RegExp(`^${part}([NS])[,\\s]+${part}([EW])$`, 'i').exec(text);
  if (!found) return null;
  const degrees = (at: number) => Number(found[at]) + Number(found[at + 1]) / 60 + Number(found[at + 2] ?? 0) / 3600;
  const [lat, lng] = [degrees(1), degrees(5)];
  return { lat: /s/i.test(found[4] ?? '') ? -lat : lat, lng: /w/i.test(found[8] ?? '') ? -lng : lng };
}

/** Open Location Code: pairs of base-20 digits, latitude first, then one digit of a four by five grid. */
const digits = '23456789CFGHJMPQRVWX';
const plusCode = /(?:^|\s)([23456789CFGHJMPQRVWX]{2,8})\+([23456789CFGHJMPQRVWX]{2,3})(?=$|[\s,])/i;
const steps = [20, 1, 0.05, 0.0025, 0.000125];

function ofPlusCode(text: string, near: LatLng): LatLng | null {
  const found = isLink(text) ? null : plusCode.exec(text);
  const [, head = '', tail = ''] = found ?? [];
  if (!found || head.length % 2 === 1) return null;
  const missing = 8 - head.length;
  const whole = prefixOf(near, missing) + head.toUpperCase() + tail.toUpperCase();
  const spot = decoded(whole);
  if (missing === 0) return spot;
  // A shortened code is completed to the place nearest to the reference point.
  const size = 20 ** (2 - missing / 2);
  const nearer = (value: number, at: number) => value - size * Math.round((value - at) / size);
  return { lat: nearer(spot.lat, near.lat), lng: nearer(spot.lng, near.lng) };
}

function prefixOf({ lat, lng }: LatLng, length: number): string {
  let [y, x] = [lat + 90, lng + 180];
  let made = '';
  for (const step of steps.slice(0, length / 2)) {
    const [row, column] = [Math.floor(y / step), Math.floor(x / step)];
    made += `${digits[row] ?? ''}${digits[column] ?? ''}`;
    y -= row * step;
    x -= column * step;
  }
  return made;
}

function decoded(code: string): LatLng {
  let [lat, lng] = [-90, -180];
  for (const [at, step] of steps.entries()) {
    lat += digits.indexOf(code[2 * at] ?? '') * step;
    lng += digits.indexOf(code[2 * at + 1] ?? '') * step;
  }
  const last = steps.at(-1) ?? 0;
  const grid = digits.indexOf(code[10] ?? '');
  if (grid < 0) return { lat: lat + last / 2, lng: lng + last / 2 };
  return { lat: lat + (Math.floor(grid / 4) + 0.5) * (last / 5), lng: lng + ((grid % 4) + 0.5) * (last / 4) };
}
