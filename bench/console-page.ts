import type { ConsoleWindow } from './console.ts';

/** The number of blocks of a long page. */
export const BLOCKS = 2_000;

const MIDDLE = BLOCKS / 2 + 1;

/** A line in the middle of a long page. */
export const LINE = `Line ${MIDDLE} of the guide`;

const paragraph = (at: number): string =>
  `Line ${at} of the guide explains a **setting** of the server, its \`default\` and [where it is read](https://example.com/${at}). Change it when a team grows, and read the next section first.`;

/** The kinds of blocks in turn: mostly paragraphs, as in documentation. */
const KINDS: readonly ((at: number) => string)[] = [
  (at) => `## Section ${at}`,
  paragraph,
  paragraph,
  (at) => `* one of ${at}\n* two of ${at}\n* three of ${at}`,
  paragraph,
  (at) => `\`\`\`sh\nlectern serve --port ${at}\nlectern backup\n\`\`\``,
  paragraph,
  paragraph,
  (at) => `{% hint style="info" %}\nRemember number ${at}.\n{% endhint %}`,
  paragraph,
];

/** The blocks of a long page as Markdown. */
export const longPage = (): string[] =>
  Array.from({ length: BLOCKS }, (_, at) => (at === MIDDLE ? paragraph(at) : KINDS[at % KINDS.length]!(at)));

/** Adds a long page to the space; returns its id and its path. */
export const createLongPage = async (
  { installation, spaceId }: ConsoleWindow,
  title: string,
): Promise<{ readonly id: string; readonly path: string }> => {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const { status, body } = await installation.callerOf(installation.token)(
    'POST',
    `/spaces/${spaceId}/content?compat=false`,
    { changes: [{ operation: 'insert_page', title, slug, document: { markdown: longPage().join('\n\n') } }] },
  );
  if (status >= 300) throw new Error(`The page was refused: ${status} ${JSON.stringify(body)}`);
  return { id: body.changes[0].page.id, path: slug };
};
