/** The canvas of one property, and the ground line everything stands on. */
export const W = 640;
export const H = 420;
export const G = 338;

/** A coordinate as it is written: one decimal is finer than any screen shows. */
export const n = (v: number): string => String(Math.round(v * 10) / 10);

const also = (attributes: string): string => attributes && ` ${attributes}`;

export const rect = (x: number, y: number, w: number, h: number, fill: string, rest = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${also(rest)}/>`;

/** A closed shape from a flat list: x, y, x, y, … */
export const poly = (points: readonly number[], fill: string, rest = ''): string =>
  `<path d="M${points
    .map(n)
    .join(' ')
    .replace(/(\S+ \S+) /g, '$1L')}z" fill="${fill}"${also(rest)}/>`;

export const path = (d: string, fill: string, rest = ''): string => `<path d="${d}" fill="${fill}"${also(rest)}/>`;

export const circ = (x: number, y: number, r: number, fill: string, rest = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${also(rest)}/>`;

export const ell = (x: number, y: number, rx: number, ry: number, fill: string, rest = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${also(rest)}/>`;

export const op = (v: number): string => `opacity="${v}"`;

/** A group moved to a place and scaled there. */
export const placed = (x: number, y: number, k: number, inside: string): string =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${k})">${inside}</g>`;

/** The same thing several times, drawn in order (the order matters: each may roll the dice). */
export const times = (count: number, one: (i: number) => string): string => {
  let drawn = '';
  for (let i = 0; i < count; i++) drawn += one(i);
  return drawn;
};

/** The light that falls over a wall from the upper left; `url(#…)` fills with it. */
export const sheen = (id: string): string =>
  `<linearGradient id="${id}g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>` +
  '<stop offset=".5" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient>';
