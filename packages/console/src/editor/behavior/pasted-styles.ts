// The content security policy of the console allows no inline styles, not even in documents that are only read.
/** The attribute with the styles of a pasted element. */
export const STYLE = 'data-pasted-style';

/** HTML whose styles can be read, but are not applied. */
export const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ` ${STYLE}=`));

/** A style of a pasted element, in lower case; empty if it has none. */
export const styleOf = (element: Element, property: string): string => {
  const styles = element.getAttribute(STYLE) ?? '';
  return new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(styles)?.[1]?.trim().toLowerCase() ?? '';
};

/** Whether an element is written like code. */
export const isMonospace = (element: Element): boolean =>
  /mono|consolas|menlo|courier/i.test(
    `${styleOf(element, 'font-family')} ${element.getAttribute('face') ?? ''}`,
  );

/** Whether an element is bold by its style. */
export const isBold = (element: Element): boolean =>
  /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight'));

/** The color behind an element; empty if it is the one of paper. */
export const fillOf = (element: Element): string => {
  const fill = styleOf(element, 'background-color') || styleOf(element, 'background');
  return /^(?:none|auto|transparent|white|#fff(?:fff)?|rgb\(255, ?255, ?255\))$/.test(fill) ? '' : fill;
};
