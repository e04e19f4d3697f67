/** A readable name of a browser: "Chrome on Android". Unknown parts are left out. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

export function formatUserAgentName(agent: string): string {
  const [browser, system] = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1]);
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? (agent.split(/[\s/]/)[0]?.slice(0, 40) || '?'));
}

/** Removes version numbers, so that a device is the same after a browser update. */
export const normalizeUserAgent = (agent: string): string => agent.replace(/[\d._]+/g, '').slice(0, 400);
