export type MapScheme = 'light' | 'dark';

/** Light and dark colours. MapLibre cannot read CSS variables, so the map has its own. */
export const mapColours = {
  light: {
    sea: '#cfe3ea',
    land: '#e3e5df',
    home: '#eef1e8',
    edge: '#d3d8ce',
    border: '#c3cabd',
    town: '#343730',
    place: '#5a5e55',
    halo: '#f7f8f3',
    sign: '#7d8277',
    green: '#dde8d2',
    road: '#ffffff',
    main: '#fdf3d8',
    kerb: '#d5d8cf',
    wall: '#e2e3dc',
  },
  dark: {
    sea: '#14262d',
    land: '#161c19',
    home: '#1f2723',
    edge: '#2c3631',
    border: '#3b4640',
    town: '#e5e9e6',
    place: '#a9b0ac',
    halo: '#131916',
    sign: '#7d8783',
    green: '#1d2b22',
    road: '#333d38',
    main: '#434b3d',
    kerb: '#171d1a',
    wall: '#28312c',
  },
} as const;
export type MapPalette = Readonly<Record<keyof (typeof mapColours)['light'], string>>;

/** The font of the pages; without a glyph server MapLibre draws letters with the page's fonts. */
export const mapFonts = ['Figtree Variable'];
