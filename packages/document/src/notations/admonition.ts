import { quoteTagValue } from '../markdown/tags.ts';

const kinds: Readonly<Record<string, readonly string[]>> = {
  info: [
    ...['note', 'info', 'information', 'important', 'secondary', 'abstract', 'summary', 'tldr', 'todo'],
    ...['question', 'help', 'faq', 'example', 'quote', 'cite', 'seealso'],
  ],
  success: ['tip', 'hint', 'success', 'check', 'done'],
  warning: ['warning', 'caution', 'attention'],
  danger: ['danger', 'error', 'critical', 'failure', 'fail', 'missing', 'bug'],
};

const styles: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([style, names]) => names.map((name) => [name, style] as const)),
);

/** Kinds that the style of a hint expresses, so that they are no title. */
const plainKinds =
  /^(?:note|info|information|important|secondary|tip|success|warning|caution|attention|danger|error|critical)$/i;

/** Whether a kind of admonition is one of those that systems know. */
export const isKnownKind = (kind: string): boolean => styles.has(kind.toLowerCase());

/** An admonition of another system. */
export interface Admonition {
  readonly kind: string;
  /** Its title; empty for the name of its kind. */
  readonly title: string;
  /** Whether it can be folded, and is at first. */
  readonly folding?: 'open' | 'closed' | undefined;
  readonly content: readonly string[];
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Markdown of a title as HTML. */
const htmlOf = (title: string): string =>
  title
    .replace(/&(?=#|[A-Za-z])/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

/** The lines of a hint, or of an expandable block if the admonition can be folded. */
export function linesOfAdmonition({ kind, title, folding, content }: Admonition): readonly string[] {
  const named = title || (plainKinds.test(kind) && folding === undefined ? '' : capitalized(kind));
  if (folding !== undefined)
    return [
      folding === 'open' ? '<details open>' : '<details>',
      ...['', `<summary>${htmlOf(named)}</summary>`, ''],
      ...content,
      ...['', '</details>', ''],
    ];
  const isOnlyTitle = title !== '' && content.every((line) => line.trim() === '');
  const isNamed = named !== '' && !plainKinds.test(named) && !isOnlyTitle;
  return [
    `{% hint style="${styles.get(kind.toLowerCase()) ?? 'info'}" %}`,
    ...(isNamed ? [`**${named.replaceAll('**', '')}**`, ''] : []),
    ...(isOnlyTitle ? [title] : content),
    '{% endhint %}',
  ];
}

/** The lines of tabs. */
export const linesOfTabs = (
  tabs: readonly { readonly title: string; readonly content: readonly string[] }[],
): readonly string[] => [
  '{% tabs %}',
  ...tabs.flatMap(({ title, content }) => [
    `{% tab title=${quoteTagValue(title)} %}`,
    ...content,
    '{% endtab %}',
  ]),
  '{% endtabs %}',
];

/** The lines of a code block. */
export const linesOfCode = (content: readonly string[], language = ''): readonly string[] => {
  const longest = Math.max(2, ...content.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...content, fence];
};
