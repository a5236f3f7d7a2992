import type { ContentRef } from './document.ts';

/** The use of a reference, for codecs that parse an address differently by use. */
export type RefKind = 'link' | 'image' | 'file' | 'include' | 'openapi' | 'mention' | 'content-ref' | 'tag';

/** Converts references to addresses in Markdown and back. */
export interface RefCodec {
  /** The reference of an address. */
  parse(url: string, kind: RefKind): ContentRef;
  /** The address of a reference, which `parse` converts back. */
  print(ref: ContentRef): string;
}

const id = '([A-Za-z0-9_-]+)';
const anchor = '(?:#([^#]+))?';

/** The forms of addresses: a pattern, and the reference of its captures. */
const forms: readonly (readonly [RegExp, (...parts: string[]) => ContentRef])[] = [
  [new RegExp(`^/pages/${id}${anchor}$`), (page, hash) => inPage(hash, { page: page! })],
  [
    new RegExp(`^/spaces/${id}/pages/${id}${anchor}$`),
    (space, page, hash) => inPage(hash, { page: page!, space: space! }),
  ],
  [/^#(.+)$/, (hash) => ({ kind: 'anchor', anchor: hash! })],
  [new RegExp(`^/spaces/${id}$`), (space) => ({ kind: 'space', space: space! })],
  [new RegExp(`^/files/${id}$`), (file) => ({ kind: 'file', file: file! })],
  [
    new RegExp(`^/spaces/${id}/files/${id}$`),
    (space, file) => ({ kind: 'file', file: file!, space: space! }),
  ],
  [new RegExp(`^/collections/${id}$`), (collection) => ({ kind: 'collection', collection: collection! })],
  [new RegExp(`^/users/${id}$`), (user) => ({ kind: 'user', user: user! })],
  [
    new RegExp(`^/reusable-contents/${id}$`),
    (content) => ({ kind: 'reusable-content', reusableContent: content! }),
  ],
  [
    new RegExp(`^/spaces/${id}/reusable-contents/${id}$`),
    (space, content) => ({ kind: 'reusable-content', reusableContent: content!, space: space! }),
  ],
  [/^\/openapi\/([^/#?\s]+)$/, (spec) => ({ kind: 'openapi', spec: spec! })],
  [/^\/tags\/([^/#?\s]+)$/, (tag) => ({ kind: 'tag', tag: tag! })],
  [
    new RegExp(`^/spaces/${id}/tags/([^/#?\\s]+)$`),
    (space, tag) => ({ kind: 'tag', tag: tag!, space: space! }),
  ],
];

function inPage(hash: string | undefined, place: { page: string; space?: string }): ContentRef {
  return hash === undefined ? { kind: 'page', ...place } : { kind: 'anchor', anchor: hash, ...place };
}

const inSpace = (space: string | undefined): string => (space === undefined ? '' : `/spaces/${space}`);

/** The codec of stored Markdown: addresses by id, which stay valid when content moves. Other addresses are unchanged. */
export const stableRefs: RefCodec = {
  parse(url) {
    const first = url[0];
    if (first === '/' || first === '#') {
      for (const [pattern, make] of forms) {
        const found = pattern.exec(url);
        if (found) return make(...found.slice(1));
      }
    }
    return { kind: 'url', url };
  },
  print(ref) {
    switch (ref.kind) {
      case 'url':
        return ref.url;
      case 'page':
        return `${inSpace(ref.space)}/pages/${ref.page}`;
      case 'anchor':
        return `${ref.page === undefined ? '' : `${inSpace(ref.space)}/pages/${ref.page}`}#${ref.anchor}`;
      case 'file':
        return `${inSpace(ref.space)}/files/${ref.file}`;
      case 'space':
        return `/spaces/${ref.space}`;
      case 'collection':
        return `/collections/${ref.collection}`;
      case 'user':
        return `/users/${ref.user}`;
      case 'reusable-content':
        return `${inSpace(ref.space)}/reusable-contents/${ref.reusableContent}`;
      case 'tag':
        return `${inSpace(ref.space)}/tags/${ref.tag}`;
      case 'openapi':
        return `/openapi/${ref.spec}`;
    }
  },
};
