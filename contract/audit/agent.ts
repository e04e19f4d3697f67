/** Recognises a browser for a readable name such as "Chrome on Android". Order matters: most user agents contain the names of others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

export type UserAgentParts = { readonly browser: string | null; readonly system: string | null };

export function parseUserAgent(agent: string | null): UserAgentParts {
  const found = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent ?? ''))?.[1] ?? null;
  return { browser: found(browsers), system: found(systems) };
}
