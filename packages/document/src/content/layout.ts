/** The visible parts of a page. */
export interface PageLayout {
  readonly width: 'default' | 'wide';
  readonly cover: boolean;
  readonly coverSize: 'hero' | 'full' | 'background';
  readonly coverMask: 'none' | 'radial';
  readonly title: boolean;
  readonly description: boolean;
  readonly tableOfContents: boolean;
  readonly outline: boolean;
  readonly pagination: boolean;
  readonly metadata: boolean;
  readonly tags: boolean;
  readonly actions: boolean;
  readonly anchors: boolean;
}

/** The layout of a page without settings of its own. */
export const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
};
