import { describe, expect, test } from 'vitest';
import { contentSecurityPolicyOf } from './content-security-policy.ts';

const FILES = 'https://lectern.example';
const SCRIPT = 'https://lectern.example/~integrations/Robot/installations/i/sites/s/script.js';

const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)] as const),
  );
const plain = contentSecurityPolicyOf(FILES);
const widened = (contentSecurityPolicy: string, isSecure = false) =>
  contentSecurityPolicyOf(FILES, {
    isSecure,
    scripts: [{ script: `${SCRIPT}?version=1.0`, contentSecurityPolicy, cookies: false }],
  });
const onlyScript = widened('');

describe('the content security policy of pages', () => {
  test('allows the URL of a script, no other file of its host, and the styles that it adds to the page', () => {
    expect(directivesOf(onlyScript)).toEqual({
      ...directivesOf(plain),
      'script-src': ["'self'", SCRIPT],
      'style-src': ["'self'", "'unsafe-inline'"],
    });
  });

  test('is extended by the policy of an integration, by directive', () => {
    const HOSTS = ['cdn.example', '*.cdn.example', 'https://*.cdn.example'];
    const policy = directivesOf(
      widened(
        "script-src cdn.example https://*.cdn.example/js/; style-src-elem 'unsafe-inline'; worker-src blob:; connect-src wss://live.example:443",
      ),
    );
    expect(policy).toEqual({
      ...directivesOf(plain),
      'script-src': ["'self'", SCRIPT, ...HOSTS],
      'style-src': ["'self'", "'unsafe-inline'", ...HOSTS],
      'frame-src': [...directivesOf(plain)['frame-src']!, ...HOSTS],
      'connect-src': ["'self'", 'wss://live.example:443', 'wss://*.live.example:443', ...HOSTS],
      'worker-src': ["'self'", 'blob:'],
    });
  });

  test('allows subdomains of a host, also where its name begins with www', () => {
    const sources = directivesOf(widened('script-src hs-scripts.com https://www.vendor.example'))[
      'script-src'
    ];
    expect(sources).toEqual(
      expect.arrayContaining(['*.hs-scripts.com', 'https://www.vendor.example', 'https://*.vendor.example']),
    );
  });

  test('allows scripts to connect to the hosts that they come from, and to load styles and frames of them', () => {
    const policy = directivesOf(widened('script-src https://cdn.vendor.example/a.js vendor.example'));
    const hosts = [
      'https://cdn.vendor.example',
      'https://*.cdn.vendor.example',
      'vendor.example',
      '*.vendor.example',
    ];
    expect(policy['connect-src']).toEqual(["'self'", ...hosts]);
    for (const directive of ['style-src', 'frame-src'])
      expect(policy[directive]).toEqual(expect.arrayContaining(hosts));
  });

  test('allows a whole host and its subdomains where a manifest names a path', () => {
    const policy = directivesOf(widened('script-src https://www.vendor.example/js/tag.js cdn.example/'));
    const sources = [
      'https://www.vendor.example',
      'https://*.vendor.example',
      'cdn.example',
      '*.cdn.example',
    ];
    expect(policy['script-src']).toEqual(["'self'", SCRIPT, ...sources]);
    expect(policy['connect-src']).toEqual(["'self'", ...sources]);
  });

  test.each(['script-src', 'style-src', 'worker-src', 'frame-src'])('allows `https:` in %s', (directive) => {
    for (const every of ['https:', 'https://*', '*', '*:*', 'https://*:*'])
      expect([every, directivesOf(widened(`${directive} ${every}`))[directive]]).toEqual([
        every,
        expect.arrayContaining(['https:']),
      ]);
  });

  test('requires TLS of the sources of sites with TLS', () => {
    const given = 'script-src http://cdn.example/a.js http:; connect-src ws://live.example http://a.example';
    const policy = directivesOf(widened(given, true));
    expect(policy['script-src']).toEqual([
      "'self'",
      SCRIPT,
      'https://cdn.example',
      'https://*.cdn.example',
      'https:',
    ]);
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining(['wss://live.example', 'https://a.example', 'https://cdn.example']),
    );
    expect(widened(given, true)).not.toMatch(/\b(http|ws):/);
    // Sites without TLS load from just the named address.
    expect(directivesOf(widened(given))['script-src']).toEqual(["'self'", SCRIPT, 'http://cdn.example/a.js']);
  });

  test('allows every host with TLS where an integration asks for every host', () => {
    const policy = directivesOf(widened('script-src *; connect-src *; form-action *'));
    expect(policy).toEqual({
      ...directivesOf(plain),
      'script-src': ["'self'", SCRIPT, 'https:'],
      'style-src': ["'self'", "'unsafe-inline'", 'https:'],
      'frame-src': [...directivesOf(plain)['frame-src']!, 'https:'],
      'connect-src': ["'self'", 'https:', 'wss:'],
    });
    expect(directivesOf(widened('default-src *'))).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", SCRIPT, 'https:'],
      'style-src': ["'self'", "'unsafe-inline'", 'https:'],
      'form-action': ["'self'"],
    });
  });

  test('uses `default-src` for missing directives', () => {
    const policy = directivesOf(widened('default-src https://a.example; connect-src https://b.example'));
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toContain('https://a.example');
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://b.example',
      'https://*.b.example',
      'https://a.example',
      'https://*.a.example',
    ]);
    expect(policy['form-action']).toEqual(["'self'"]);
  });

  test('is extended by hosts that the owners add, where there are scripts of integrations', () => {
    const hosts = ['cdn.example', '*.vendor.example'];
    const scripts = [
      { script: SCRIPT, contentSecurityPolicy: 'connect-src https://a.example', cookies: false },
    ];
    expect(contentSecurityPolicyOf(FILES, { hosts })).toBe(plain);
    const policy = directivesOf(contentSecurityPolicyOf(FILES, { scripts, hosts }));
    const before = directivesOf(contentSecurityPolicyOf(FILES, { scripts }));
    const added = Object.keys(policy).map((directive) => [
      directive,
      policy[directive]!.filter((source) => !before[directive]!.includes(source)),
    ]);
    expect(Object.fromEntries(added.filter(([, sources]) => sources!.length > 0))).toEqual({
      'script-src': hosts,
      'style-src': hosts,
      'frame-src': hosts,
      'form-action': hosts,
      'connect-src': ['cdn.example', 'wss://cdn.example', '*.vendor.example', 'wss://*.vendor.example'],
    });
  });

  test.each([
    ['whole top-level domains', 'default-src http://*; script-src *.com; connect-src http://* https://*.com'],
    [
      'code in pages',
      "script-src 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' 'nonce-a' data: blob: http:",
    ],
    [
      'directives for the whole page',
      'base-uri *.evil.example; object-src evil.example; frame-ancestors evil.example',
    ],
    ['reporting directives', 'report-uri https://evil.example; report-to evil; sandbox allow-scripts'],
    ['another header', 'script-src\r\nx-evil: 1; script-src a.example\u0000b'],
    ['no directive at all', '__proto__ a.example; constructor a.example; ; ;;'],
    ['quotes and commas', "script-src 'self' 'evil.example', script-src ''"],
  ])('is not extended by %s', (_, policy) => {
    expect(widened(policy)).toBe(onlyScript);
  });

  test('stays short enough for proxies: instead of very many hosts, all are allowed, but not for scripts', () => {
    const hosts = Array.from({ length: 400 }, (_, at) => `host-number-${at}.example`).join(' ');
    const policy = directivesOf(widened(`connect-src ${hosts}; script-src a.example`, true));
    expect(policy['script-src']).toEqual(["'self'", SCRIPT, 'a.example', '*.a.example']);
    expect(policy['connect-src']).toEqual(["'self'", 'https:', 'wss:']);
    expect(widened(`script-src ${hosts}`, true)).toBe(widened('', true));
  });

  test('has no hosts that a scheme allows, where it would be too long', () => {
    const hosts = Array.from({ length: 400 }, (_, at) => `host-number-${at}.example`).join(' ');
    const policy = directivesOf(widened(`connect-src ${hosts} https://*; style-src b.example`, true));
    expect(policy['connect-src']).toEqual(["'self'", 'https:', 'wss:']);
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'", 'b.example', '*.b.example']);
  });
});
