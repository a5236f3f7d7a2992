import { createContentSource, createIntegration, ExposableError } from '@gitbook/runtime';

/** A content source with books as pages; the configuration sets their number, the props their content. */
const books = createContentSource<
  { shelf: string; trouble?: string; [more: string]: unknown },
  { book: number; shelf: string; trouble?: string; [more: string]: unknown },
  { other: { ref: { kind: 'space'; space: string } } }
>({
  sourceId: 'books',
  getRevision: async ({ props, dependencies }, { environment }) => {
    if (props.trouble === 'refuses') throw new ExposableError('The library is closed', 403);
    if (props.trouble === 'breaks') throw new Error('a secret reason');
    const { count = 1 } = (environment.spaceInstallation?.configuration ?? {}) as { count?: number };
    const source = (book: number) => ({
      type: `integration:${environment.integration.name}:books` as const,
      props: { shelf: props.shelf, book, ...(props.trouble && { trouble: props.trouble }) },
    });
    const revision = dependencies.other?.value?.revision;
    return {
      pages: [
        {
          type: 'group',
          title: props.trouble === 'clock' ? `Now ${Date.now()}` : `Shelf ${props.shelf}`,
          pages: Array.from({ length: count }, (_, at) => ({
            type: 'document' as const,
            id: `book${at + 1}`,
            title: `Book ${at + 1}`,
            description: 'To be read',
            icon: 'book',
            computed: source(at + 1),
          })),
        },
        { type: 'link', title: 'First', target: { kind: 'page', page: 'book1' } },
        ...(revision ? [{ type: 'document' as const, id: 'seen', title: `Seen ${revision}` }] : []),
      ],
      files: [
        {
          id: 'cover',
          name: 'cover.png',
          contentType: 'image/png',
          downloadURL: 'https://library.example/cover.png',
          size: 100,
        },
      ],
    };
  },
  getPageDocument: async ({ props }, { environment }) => {
    const text = (words: string) => ({
      object: 'text' as const,
      leaves: [{ object: 'leaf' as const, text: words, marks: [] }],
    });
    const { word = 'chapters' } = (environment.spaceInstallation?.configuration ?? {}) as { word?: string };
    return {
      document: {
        object: 'document',
        data: {},
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            nodes: [
              text(`Book ${props.book} of ${props.shelf} has ${word}, see `),
              {
                object: 'inline',
                type: 'link',
                isVoid: false,
                data: { ref: { kind: 'page', page: 'book1' } },
                nodes: [text('the first')],
              },
            ],
          },
          {
            object: 'block',
            type: 'images',
            isVoid: false,
            data: {},
            nodes: [
              {
                object: 'block',
                type: 'image',
                isVoid: true,
                data: { ref: { kind: 'file', file: 'cover' }, alt: 'Cover' },
                fragments: [],
              },
            ],
          },
        ],
      },
    };
  },
});

/** Responds with the value in the props, like a hostile script. */
const parrot = createContentSource<{ answer: string }, { answer: string }>({
  sourceId: 'parrot',
  getRevision: async ({ props }) => JSON.parse(props.answer),
  getPageDocument: async ({ props }) => JSON.parse(props.answer),
});

export default createIntegration({ contentSources: [books, parrot] });
