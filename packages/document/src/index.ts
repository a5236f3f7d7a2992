export { compareText } from './compare-text.ts';
export {
  asDesiredPages,
  computedPages,
  pageFields,
  withComputed,
  withoutComputed,
  withoutSources,
} from './content/computed.ts';
export {
  conflictEntries,
  type OpenConflict,
  readConflicts,
  settleConflict,
} from './content/conflicts.ts';
export { ContentError } from './content/content-error.ts';
export { createEdit, type Edit, type PagePatch, type PagePosition } from './content/edit.ts';
export { fileNameOf, freeFileName } from './content/file-names.ts';
export { defaultLayout, type PageLayout } from './content/layout.ts';
export { type Conflict, type ConflictName, type MergeBodies, mergeSnapshots } from './content/merge.ts';
export { type NamedTag, type PageTag, pageTags, tagsOfPages, withTags } from './content/page-tags.ts';
export { previousPaths } from './content/previous-paths.ts';
export {
  childrenOf,
  findByPath,
  levelsBelow,
  lineageOf,
  type PageNode,
  pathOf,
  readFiles,
  readPage,
  readPages,
  readReusables,
  readTree,
  readVariables,
  type SnapshotView,
  viewOf,
} from './content/read.ts';
export {
  type FileRecord,
  keys,
  type PageRecord,
  type ReusableRecord,
  ranges,
  readKey,
  type VariableValue,
} from './content/records.ts';
export { folderOf, resolveRelativeLink } from './content/relative-links.ts';
export { type DesiredPage, replacePages } from './content/replace-pages.ts';
export { freeSlug, slugOf } from './content/slugs.ts';
export { decodeText } from './decode-text.ts';
export { decodeUri } from './decode-uri.ts';
export { compareTextWithBlocks } from './diff/align.ts';
export type {
  Block,
  ContentRef,
  Data,
  Document,
  Fragment,
  Inline,
  Leaf,
  Mark,
  Node,
  Text,
} from './document.ts';
export { DOCUMENT_VERSION } from './document-version.ts';
export { commonVersion, mergeVersions } from './editor/merge-versions.ts';
export { isSameText } from './editor/same-text.ts';
export { escapeAttribute } from './escape-xml.ts';
export * from './expressions.ts';
export { hasFrontMatter, type Page, parsePage, printPage } from './front-matter.ts';
export { isRecord } from './is-record.ts';
export { hashOf, withKeys } from './keys.ts';
export { type FoundLink, type LinkKind, linksOf, mapRefs } from './links.ts';
export { anchorFinder, anchorsOf, plainAnchorOf, slug, withAnchors } from './markdown/anchors.ts';
export { lostWord } from './markdown/lost-word.ts';
export { type MarkdownMeasure, measureMarkdown } from './markdown/measure.ts';
export { normalizeLines } from './markdown/normal-lines.ts';
export { normalizeDocument, type Problem } from './markdown/normalize-document.ts';
export type { MarkdownOptions } from './markdown/options.ts';
export { parseMarkdown } from './markdown/parse.ts';
export { printMarkdown } from './markdown/print.ts';
export { quoteTagValue } from './markdown/tags.ts';
export { type UnclosedTag, unclosedTag } from './markdown/unclosed-tag.ts';
export { mapMentions } from './mentions.ts';
export * from './merging.ts';
export { createMerkleMap, type Difference, EMPTY_ROOT, type MerkleMap } from './merkle/merkle-map.ts';
export { decodeNode, hashText, type MerkleNode } from './merkle/merkle-node.ts';
export { BLOCKS, type BlockType, type InlineType, type MarkType } from './node-types.ts';
export { positionAtEnd, positionBetween } from './positions.ts';
export { type RefCodec, type RefKind, stableRefs } from './refs.ts';
export * from './repository/index.ts';
export { isSafeUrl, withoutActiveContent } from './sanitize.ts';
export type { SectionCode, SectionItem } from './section-blocks.ts';
export type { SectionTable } from './section-tables.ts';
export { type Section, sectionsOf } from './sections.ts';
export { plainText, wordCount } from './text.ts';
export {
  countEncodedWords,
  decodeSegment,
  encodedToPlainText,
  encodeSegment,
  hasSamePlaceholders,
  splitEncoded,
  withoutGlossaryTerms,
} from './translation/placeholders.ts';
export { withoutStrayMarkup } from './translation/stray-markup.ts';
export type { Term } from './translation/terms.ts';
export { encodedSegments, type Translated, translateMarkdown } from './translation/write.ts';
