/** A change of one section, as the model writes it. */
interface SectionChange {
  readonly page: number;
  readonly section: number;
  readonly place: 'replace' | 'after';
  readonly markdown: string;
  readonly reason: string;
}

/** A page that the model writes. */
interface NewPage {
  readonly title: string;
  readonly markdown: string;
  readonly reason: string;
}

/** What the model responds, with the types and within the limits that are expected. */
export interface ModelResponse {
  readonly changes: readonly SectionChange[];
  readonly newPages: readonly NewPage[];
}

const MAX_CHANGES = 10;
const MAX_NEW_PAGES = 2;
const MAX_MARKDOWN = 20_000;

const isText = (value: unknown, maxLength = Number.POSITIVE_INFINITY): value is string =>
  typeof value === 'string' &&
  value.length <= maxLength &&
  value.trim() !== '' &&
  value.isWellFormed() &&
  !value.includes('\0');

const isChange = (value: Partial<SectionChange> | null): value is SectionChange =>
  Number.isInteger(value?.page) &&
  Number.isInteger(value?.section) &&
  (value?.place === 'replace' || value?.place === 'after') &&
  isText(value.markdown, MAX_MARKDOWN) &&
  isText(value.reason);

const isNewPage = (value: Partial<NewPage> | null): value is NewPage =>
  isText(value?.title) && isText(value.markdown, MAX_MARKDOWN) && isText(value.reason);

/** Reads the response of a model; undefined if it does not have the expected form. */
export const readResponse = (response: unknown): ModelResponse | undefined => {
  const { changes, newPages } = (response ?? {}) as { changes?: unknown; newPages?: unknown };
  if (!Array.isArray(changes) || !Array.isArray(newPages)) return undefined;
  const read = { changes: changes.slice(0, MAX_CHANGES), newPages: newPages.slice(0, MAX_NEW_PAGES) };
  return read.changes.every(isChange) && read.newPages.every(isNewPage) ? read : undefined;
};
