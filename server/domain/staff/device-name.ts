/** Browsers by what their user agent contains. The first match counts, because each of them imitates later ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** More characters than the user agents of browsers have. Some patterns take quadratic time. */
const MAX_READ = 300;

/** Browser and system of a user agent in words, such as `Firefox on Windows`. */
export function deviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, MAX_READ);
  const found = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const [browser, system] = [found(browsers), found(systems)];
  if (!browser && !system) return 'Unknown device';
  return system ? `${browser ?? 'Unknown browser'} on ${system}` : `${browser}`;
}
