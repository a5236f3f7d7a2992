import type { ContentRef } from '../document.ts';
import type { RefCodec, RefKind } from '../refs.ts';

/** Goes before an address that would run something: what was written stays, and nothing follows it. */
const harmless = 'unsafe:';

/** Whether following an address would run something; pictures may hold their own data. */
export function isScriptUrl(url: string, kind?: RefKind): boolean {
  // Browsers leave out what cannot be seen, wherever it stands in a scheme.
  const plain = url.replace(/[^!-~]/g, '').toLowerCase();
  return (
    /^(?:javascript|vbscript|data):/.test(plain) && !(kind === 'image' && plain.startsWith('data:image/'))
  );
}

/** A reference that runs nothing where somebody follows it. */
export const withSafeUrl = (ref: ContentRef, kind?: RefKind): ContentRef =>
  ref.kind === 'url' && isScriptUrl(ref.url, kind) ? { ...ref, url: harmless + ref.url } : ref;

/** References that run nothing, whatever was written. */
export const safeRefs = (refs: RefCodec): RefCodec => ({
  parse: (url, kind) => withSafeUrl(refs.parse(url, kind), kind),
  print: (ref) => refs.print(ref),
});
