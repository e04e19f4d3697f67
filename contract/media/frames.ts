/**
 * Externally hosted videos and tours. They are allowed only on these hosts and over HTTPS, and are framed only after the visitor's press. The content
 * security policy lets pages frame `frameHosts` and no other host.
 */
export const tourHosts = ['kuula.co', 'matterport.com', 'my.matterport.com', 'momento360.com', 'youtube.com', 'youtu.be', 'vimeo.com'] as const;
type TourHost = (typeof tourHosts)[number];

/** The frame hosts of each tour host. */
export const frameHosts = ['kuula.co', 'matterport.com', 'my.matterport.com', 'momento360.com', 'www.youtube.com', 'player.vimeo.com'] as const;

/** The host of an accepted URL, or null. A leading `www.` or `m.` is ignored. */
function hostOf(address: URL): TourHost | null {
  const host = address.hostname.replace(/^(www|m)\./, '');
  return address.protocol === 'https:' && address.port === '' && address.username === '' && address.password === ''
    ? (tourHosts.find((known) => known === host) ?? null)
    : null;
}

/** The frame URL of a video or tour, or null for another host or for a page that is not a video. */
export function parseFrameUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  const host = hostOf(address);
  return host ? frames[host](address) : null;
}

const id = (value: string | null | undefined, shape: RegExp): string | null => (value && shape.test(value) ? value : null);
const films = /^[\w-]{6,20}$/;
const youtube = (film: string | null) => (film ? `https://www.youtube.com/embed/${film}` : null);
const partOf = (address: URL, at: number): string | undefined => address.pathname.split('/').filter(Boolean)[at];

function matterport(address: URL): string | null {
  const model = id(address.searchParams.get('m') ?? (partOf(address, 0) === 'models' ? partOf(address, 1) : null), /^[\w-]{6,40}$/);
  return model ? `https://my.matterport.com/show/?m=${model}` : null;
}

const frames: Readonly<Record<TourHost, (address: URL) => string | null>> = {
  'youtube.com': (address) => {
    const inPath = ['embed', 'shorts', 'live'].includes(partOf(address, 0) ?? '') ? partOf(address, 1) : null;
    return youtube(id(address.searchParams.get('v') ?? inPath, films));
  },
  'youtu.be': (address) => youtube(id(partOf(address, 0), films)),
  'vimeo.com': (address) => {
    const film = id(partOf(address, 0), /^\d{4,15}$/);
    return film ? `https://player.vimeo.com/video/${film}` : null;
  },
  'matterport.com': matterport,
  'my.matterport.com': matterport,
  'kuula.co': (address) => {
    const [first, ...rest] = address.pathname.split('/').filter(Boolean);
    const path = first === 'share' ? rest : first === 'post' ? rest : [];
    return path.length > 0 && path.length <= 3 && path.every((part) => /^[\w-]{1,40}$/.test(part))
      ? `https://kuula.co/share/${path.join('/')}`
      : null;
  },
  'momento360.com': (address) => (/^\/(e|u)\/[\w/-]{1,120}$/.test(address.pathname) ? `https://momento360.com${address.pathname}` : null),
};
