/** A name in the field of a comment, and the Markdown that it stands for. */
export interface Mentioned {
  readonly name: string;
  readonly markdown: string;
}

/** A comment while it is written. */
export interface Draft {
  readonly text: string;
  readonly mentioned: readonly Mentioned[];
}

/** What follows an at sign before the cursor. */
export interface MentionQuery {
  /** The position of the at sign. */
  readonly from: number;
  readonly text: string;
}

const escapeLabel = (text: string): string => text.replaceAll(/[\\[\]*_`<>]/g, '\\$&');
const unescapeLabel = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A mention of a person. */
export const mentionOf = (id: string, name: string): Mentioned => ({
  name,
  markdown: `[${escapeLabel(name)}](/users/${id} "mention")`,
});

/** A link to a page. */
export const pageLinkOf = (title: string, href: string): Mentioned => ({
  name: title,
  markdown: `[${escapeLabel(title)}](${href})`,
});

/** The Markdown of a draft. */
export const toMarkdown = ({ text, mentioned }: Draft): string => {
  // Of "@Ann" and "@Ann Lee" the longer one counts.
  const names = [...mentioned].sort((a, b) => b.name.length - a.name.length);
  if (names.length === 0) return text.trim();
  const pattern = new RegExp(names.map(({ name }) => `@${escapePattern(name)}`).join('|'), 'g');
  return text.replaceAll(pattern, (found) => names.find(({ name }) => `@${name}` === found)!.markdown).trim();
};

const MENTION = /\[((?:\\.|[^\]\\])*)\]\(\/users\/[\w-]+ "mention"\)/g;

/** The draft of a comment that is edited. */
export const toDraft = (markdown: string): Draft => {
  const mentioned: Mentioned[] = [];
  const text = markdown.replaceAll(MENTION, (found, label: string) => {
    const name = unescapeLabel(label);
    mentioned.push({ name, markdown: found });
    return `@${name}`;
  });
  return { text: text.trim(), mentioned };
};

const QUERY = /(?:^|[\s([{])@([\p{L}\p{N}][^\n@]{0,40}|)$/u;

/** The beginning of a mention before the cursor, if there is one. */
export const mentionQuery = (text: string, cursor: number): MentionQuery | undefined => {
  const found = QUERY.exec(text.slice(0, cursor))?.[1];
  return found === undefined ? undefined : { from: cursor - found.length - 1, text: found };
};

/** The draft with a name in place of a query, and the cursor after it. */
export const takeMention = (
  { text, mentioned }: Draft,
  { from, text: typed }: MentionQuery,
  taken: Mentioned,
): { readonly draft: Draft; readonly cursor: number } => {
  const inserted = `@${taken.name} `;
  return {
    draft: {
      text: text.slice(0, from) + inserted + text.slice(from + 1 + typed.length),
      mentioned: [...mentioned, taken],
    },
    cursor: from + inserted.length,
  };
};
