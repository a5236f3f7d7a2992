/** Which parts of a page are shown. */
export interface PageLayout {
  readonly width: 'default' | 'wide';
  readonly cover: boolean;
  readonly coverSize: 'hero' | 'full';
  readonly title: boolean;
  readonly description: boolean;
  readonly tableOfContents: boolean;
  readonly outline: boolean;
  readonly pagination: boolean;
  readonly metadata: boolean;
}

/** What is shown where a page says nothing about it. */
export const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};
