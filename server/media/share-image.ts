import sharp from 'sharp';
import { drawPictureAtPath, drawStreet } from '#server/art/service.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { type OpenedTypeface, openTypeface } from './font.ts';
import type { ShareImageFacts } from './share-image-facts.ts';

/** The share image of a listing: 1200 × 630, a picture in the background, name and price in front. */
const [width, height] = [1200, 630];
const ink = '#17201c';
const [mango, murram, green, paper] = ['#f4b73f', '#c8532a', '#015a40', '#fffaf0'];

let faces: { readonly bold: OpenedTypeface; readonly plain: OpenedTypeface } | null = null;
const lettering = () => {
  faces ??= {
    bold: openTypeface('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
    plain: openTypeface('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  };
  return faces;
};

/** Fits a line of text: makes it smaller first, then shorter. */
function line(letters: OpenedTypeface, text: string, size: number, most: number): { path: string; width: number } {
  for (let at = size; at > size * 0.7; at -= 2) {
    const written = letters.write(text, at);
    if (written.width <= most) return written;
  }
  const words = text.split(' ');
  const shorter = words.length > 1 ? `${words.slice(0, -1).join(' ').replace(/…$/, '')}…` : `${text.slice(0, -2).replace(/…$/, '')}…`;
  return line(letters, shorter, size, most);
}

const put = (path: string, x: number, y: number, fill: string): string => `<path transform="translate(${x} ${y})" d="${path}" fill="${fill}"/>`;

/** The logo: two gables form an M (web/ui/brand.tsx), on a band with the kanga border. */
const mark = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M3 29V14.6L10.2 6l5.8 6.9L21.8 6 29 14.6V29h-7.6v-9.2h-4V29H3z" fill="${green}"/>` +
  `<path d="M7.6 29v-8.2h4.6V29z" fill="${mango}"/><path d="M2.2 12.2 10.2 2.6l5.8 6.9 5.8-6.9 8 9.6" fill="none" stroke="${murram}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></g>`;
const border = Array.from({ length: width / 24 }, (_, n) => `<path d="M${n * 24} 18l12-16 12 16z" fill="${n % 2 ? murram : mango}"/>`).join('');

function front({ name, place, price }: Pick<ShareImageFacts, 'name' | 'place' | 'price'>, product: string): string {
  const { bold, plain } = lettering();
  const brand = bold.write(product.toLowerCase(), 34);
  const cost = price ? line(bold, price, 44, 480) : null;
  const top = 440;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect y="${top}" width="${width}" height="${height - top}" fill="${paper}"/>
    <g transform="translate(0 ${top})"><rect width="${width}" height="20" fill="${ink}"/>${border}</g>
    ${put(line(bold, name, 54, cost ? 1072 - cost.width - 40 : 1072).path, 64, top + 98, ink)}
    ${put(line(plain, place, 34, 800).path, 64, top + 152, ink)}
    ${cost ? put(cost.path, width - 64 - cost.width, top + 98, green) : ''}
    ${mark(width - 64 - brand.width - 52, top + 116, 1.3)}${put(brand.path, width - 64 - brand.width, top + 152, ink)}
  </svg>`;
}

/** The background: a stored file, a drawing, or the default street drawing. An external URL is never fetched. */
async function ground(services: RunningServices, cover: ShareImageFacts['cover']): Promise<Buffer> {
  const data = cover?.key ? await services.storage.get(cover.key) : null;
  if (data) return Buffer.from(data);
  return Buffer.from((cover?.url ? drawPictureAtPath(cover.url) : null) ?? drawStreet('og', undefined, 2));
}

export async function drawShareImage(services: RunningServices, shared: ShareImageFacts | null): Promise<Buffer> {
  const product = services.env.PRODUCT_NAME;
  const words = shared ?? { name: m.media_og_name(), place: m.media_og_line(), price: null };
  const behind = await sharp(await ground(services, shared?.cover ?? null), { density: 144 })
    .resize({ width, height: 450, fit: 'cover', position: 'centre' })
    .flatten({ background: '#bfe0ee' })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: behind, left: 0, top: 0 },
      { input: Buffer.from(front(words, product)), left: 0, top: 0 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
