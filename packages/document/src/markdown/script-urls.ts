import type { ContentRef } from '../document.ts';
import type { RefCodec, RefKind } from '../refs.ts';

/** The prefix that disables a script URL without losing it. */
const harmless = 'unsafe:';

/** Whether an address is a script URL; images may be data URLs. */
export function isScriptUrl(url: string, kind?: RefKind): boolean {
  // Browsers ignore invisible characters in a scheme.
  const plain = url.replace(/[^!-~]/g, '').toLowerCase();
  return (
    /^(?:javascript|vbscript|data):/.test(plain) && !(kind === 'image' && plain.startsWith('data:image/'))
  );
}

/** Disables a script URL in a reference. */
export const withSafeUrl = (ref: ContentRef, kind?: RefKind): ContentRef =>
  ref.kind === 'url' && isScriptUrl(ref.url, kind) ? { ...ref, url: harmless + ref.url } : ref;

/** A codec that disables script URLs. */
export const safeRefs = (refs: RefCodec): RefCodec => ({
  parse: (url, kind) => withSafeUrl(refs.parse(url, kind), kind),
  print: (ref) => refs.print(ref),
});
