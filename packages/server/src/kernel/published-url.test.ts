import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLinks } from './links.ts';
import { pathInSite, publishedUrl } from './published-url.ts';

const site = { subdomain: 'acme', basename: 'docs', hostname: null, proxy_origin: null };
const links = (publicUrl: string, domain?: string) =>
  createLinks(() => publicUrl, { domain, port: () => 3000 });

describe('the URL of a part of a site', () => {
  test('has the host of the organization, a custom hostname, or the proxy', () => {
    const local = links('http://127.0.0.1:3000');
    const hosted = links('https://lectern.example.com', 'sites.example.com');
    const own = { ...site, hostname: 'docs.acme.com' };
    expect(publishedUrl(local, site)).toBe('http://acme.localhost:3000/docs/');
    expect(publishedUrl(hosted, site)).toBe('https://acme.sites.example.com/docs/');
    expect(publishedUrl(links('http://x.test:81', 'sites.test:81'), site)).toBe(
      'http://acme.sites.test:81/docs/',
    );
    expect(publishedUrl(local, own)).toBe('http://docs.acme.com:3000/');
    expect(publishedUrl(hosted, own)).toBe('https://docs.acme.com/');
    expect(publishedUrl(hosted, { ...own, proxy_origin: 'acme.com/a/docs' }, ['v1'])).toBe(
      'https://acme.com/a/docs/v1/',
    );
    expect(publishedUrl(hosted, site, ['api', 'v1'], 'secret')).toBe(
      'https://acme.sites.example.com/docs/secret/api/v1/',
    );
    expect(publishedUrl(links(''), site)).toBe('http://acme.localhost:3000/docs/');
  });

  test('cannot use a hostname of the server', () => {
    const hosted = links('https://lectern.example.com', 'sites.example.com:444');
    for (const hostname of ['lectern.example.com', 'sites.example.com', 'acme.sites.example.com'])
      expect([hostname, hosted.isOwnHostname(hostname)]).toEqual([hostname, true]);
    for (const hostname of ['docs.example.com', 'notsites.example.com', 'sites.example.com.evil.test'])
      expect([hostname, hosted.isOwnHostname(hostname)]).toEqual([hostname, false]);
    expect(links('http://127.0.0.1:3000').isOwnHostname('a.b.localhost')).toBe(true);
  });

  test('omits the path of the default section and variant', () => {
    const part = fc.record({ path: fc.string({ minLength: 1 }), isDefault: fc.boolean() });
    fc.assert(
      fc.property(
        fc.option(part, { nil: undefined }),
        fc.option(part, { nil: undefined }),
        (section, variant) => {
          const path = pathInSite({ section, variant });
          const shown = variant !== undefined && !variant.isDefault;
          expect(path.includes(variant?.path ?? '') || !shown).toBe(true);
          expect(path).toHaveLength(
            (shown ? 1 : 0) + (section !== undefined && (shown || !section.isDefault) ? 1 : 0),
          );
          const { pathname, host } = new URL(publishedUrl(links('http://127.0.0.1:3000'), site, path));
          expect(host).toBe('acme.localhost:3000');
          // A segment of dots would be resolved away; no path of a site has one.
          fc.pre(!path.some((segment) => /^\.{1,2}$/.test(segment)));
          expect(pathname.slice(1, -1).split('/').map(decodeURIComponent)).toEqual(['docs', ...path]);
        },
      ),
    );
  });
});
