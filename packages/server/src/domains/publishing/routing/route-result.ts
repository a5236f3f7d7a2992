import type { MachineFile } from '../rendering/machine-files.service.ts';

/** The content at a path of a site, or a redirect. */
export type RouteResult =
  | {
      /** `uncached` is rendered for every request; `asset` never changes under its name. */
      readonly kind: 'page' | 'missing' | 'uncached' | 'asset';
      readonly contentType: string;
      readonly content: string | Buffer;
      /** Whether search engines must not index it, whatever the site's visibility. */
      readonly isHiddenFromSearchEngines?: true;
      /** Whether it is the result of a search that found nothing. */
      readonly isEmptySearch?: boolean;
      /** Time until which it may be cached although the site has not changed. */
      readonly until?: number;
      /** Sources that the content security policy has to allow in iframes. */
      readonly frames?: readonly string[];
      /** Servers that the content security policy has to allow requests to. */
      readonly connections?: readonly string[];
      /** The policy of a page that the site shows in a frame, in place of the policy of pages. */
      readonly framePolicy?: string;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly isPermanent: boolean };

/** Content type of pages. */
export const HTML = 'text/html; charset=utf-8';

/** The result for a machine file; undefined if there is none. */
export const fileResult = (file: MachineFile | undefined): RouteResult | undefined =>
  file && { kind: 'page', ...file };
