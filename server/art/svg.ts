/** The canvas of one property, and its ground line. */
export const canvasWidth = 640;
export const canvasHeight = 420;
export const groundLine = 338;

/** A coordinate with one decimal, finer than any screen shows. */
export const svgNumber = (v: number): string => String(Math.round(v * 10) / 10);

const also = (attributes: string): string => attributes && ` ${attributes}`;

export const svgRect = (x: number, y: number, w: number, h: number, fill: string, rest = ''): string =>
  `<rect x="${svgNumber(x)}" y="${svgNumber(y)}" width="${svgNumber(w)}" height="${svgNumber(h)}" fill="${fill}"${also(rest)}/>`;

/** A closed shape from a flat list: x, y, x, y, … */
export const svgPolygon = (points: readonly number[], fill: string, rest = ''): string =>
  `<path d="M${points
    .map(svgNumber)
    .join(' ')
    .replace(/(\S+ \S+) /g, '$1L')}z" fill="${fill}"${also(rest)}/>`;

export const svgPath = (d: string, fill: string, rest = ''): string => `<path d="${d}" fill="${fill}"${also(rest)}/>`;

export const svgCircle = (x: number, y: number, r: number, fill: string, rest = ''): string =>
  `<circle cx="${svgNumber(x)}" cy="${svgNumber(y)}" r="${svgNumber(r)}" fill="${fill}"${also(rest)}/>`;

export const svgEllipse = (x: number, y: number, rx: number, ry: number, fill: string, rest = ''): string =>
  `<ellipse cx="${svgNumber(x)}" cy="${svgNumber(y)}" rx="${svgNumber(rx)}" ry="${svgNumber(ry)}" fill="${fill}"${also(rest)}/>`;

export const svgOpacity = (v: number): string => `opacity="${v}"`;

/** Moves and scales a group. */
export const svgGroupAt = (x: number, y: number, k: number, inside: string): string =>
  `<g transform="translate(${svgNumber(x)} ${svgNumber(y)}) scale(${k})">${inside}</g>`;

/** Repeats a drawing in order (the order matters, because each may use the dice). */
export const repeatDrawing = (count: number, one: (i: number) => string): string => {
  let drawn = '';
  for (let i = 0; i < count; i++) drawn += one(i);
  return drawn;
};

/** Light on a wall from the upper left, as a gradient; `url(#…)` fills with it. */
export const sheenGradient = (id: string): string =>
  `<linearGradient id="${id}g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".38"/>` +
  '<stop offset=".5" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient>';
