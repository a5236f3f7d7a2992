/** The program and machine of a visitor, as far as the contract tells them apart. */
export interface Client {
  readonly device: 'desktop' | 'tablet' | 'mobile' | 'unknown';
  readonly browser: 'chrome' | 'firefox' | 'safari' | 'edge' | 'ie' | 'opera' | 'unknown';
  readonly os: 'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'unknown';
}

// The first match counts: the names of others stand in most user agents.
const BROWSERS: readonly (readonly [RegExp, Client['browser']])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b/, 'opera'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'chrome'],
  [/\bSafari\//, 'safari'],
  [/\bMSIE |\bTrident\//, 'ie'],
];
const SYSTEMS: readonly (readonly [RegExp, Client['os']])[] = [
  [/\bWindows\b/, 'windows'],
  [/\biPhone\b|\biPad\b|\biPod\b/, 'ios'],
  [/\bAndroid\b/, 'android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macos'],
  [/\bLinux\b|\bX11\b|\bCrOS\b/, 'linux'],
];
const DEVICES: readonly (readonly [RegExp, Client['device']])[] = [
  [/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bMobile\b|\biPhone\b|\biPod\b/, 'mobile'],
  [/\bWindows\b|\bMacintosh\b|\bX11\b|\bLinux\b|\bCrOS\b/, 'desktop'],
];

const firstMatch = <Value extends string>(
  table: readonly (readonly [RegExp, Value])[],
  userAgent: string,
): Value | 'unknown' => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'unknown';

/** Reads a user agent. */
export const parseUserAgent = (userAgent: string): Client => ({
  device: firstMatch(DEVICES, userAgent),
  browser: firstMatch(BROWSERS, userAgent),
  os: firstMatch(SYSTEMS, userAgent),
});
