import type { Person } from './server.ts';

interface Options {
  readonly by: Person;
  readonly spaceId: string;
  readonly pageId: string;
  readonly newMark: () => string;
}

const marksIn = (text: string): readonly string[] => text.match(/m\d+x/g) ?? [];

/** Edits of a page over the API, in change requests and by rollbacks. Each ends with its mark in the page, or takes it back. */
export const createOtherEdits = ({ by, spaceId, pageId, newMark }: Options) => {
  const at = `/spaces/${spaceId}`;
  const taken = new Set<string>();
  // While the database is away, requests are refused.
  const call = async (method: string, path: string, body?: unknown) => {
    for (;;) {
      const answer = await by.call(method, path, body);
      if (answer.status < 500) return answer;
    }
  };
  const pageAt = async (place: string) =>
    (await call('GET', `${place}/page/${pageId}?format=markdown`)).body as {
      markdown?: string;
      documentId?: string;
    };
  const read = async (place = `${at}/content`): Promise<string> =>
    ((await pageAt(place)).markdown ?? '').trim();

  /** Adds a line at the end, unless it is there; an edit is refused if the page was saved in between. */
  const add = async (line: string, place = at): Promise<void> => {
    for (;;) {
      const { markdown = '', documentId: base } = await pageAt(`${place}/content`);
      if (markdown.includes(line)) return;
      const document = { markdown: `${markdown.trim()}\n\n${line}` };
      const changes = [{ operation: 'update_page', page: pageId, document, base }];
      if ((await call('POST', `${place}/content`, { changes })).status === 200) return;
    }
  };
  const head = async (): Promise<string> => (await call('GET', `${at}/content`)).body.id;

  return {
    read,
    /** The marks of lines that a rollback has changed. */
    taken: (): ReadonlySet<string> => taken,

    edit: () => add(`By API ${newMark()}`),

    /** Merges a change request that adds a line; with conflicts, nothing is merged. */
    merge: async (): Promise<void> => {
      const { body: request } = await call('POST', `${at}/change-requests`, { subject: 'More' });
      const place = `${at}/change-requests/${request.id}`;
      const mark = newMark();
      await add(`Merged ${mark}`, place);
      const { body } = await call('POST', `${place}/merge`);
      if (body.result === 'merge') return;
      // The answer may have been lost with the database.
      const { body: now } = await call('GET', place);
      if (now.status !== 'merged') taken.add(mark);
    },

    /** Adds a line and takes it back, with everything that was saved in between. */
    rollBack: async (): Promise<void> => {
      const before = await head();
      const line = `Taken ${newMark()}`;
      await add(line);
      await call('POST', `${at}/revisions/${before}/rollback`);
      const { body: rollbacks } = await call('GET', `${at}/revisions?type=rollback&limit=1`);
      for (const { id, parents } of rollbacks.items as { id: string; parents: string[] }[]) {
        const [now, then] = [
          (await read(`${at}/revisions/${parents[0]}`)).split('\n\n'),
          (await read(`${at}/revisions/${id}`)).split('\n\n'),
        ];
        const changed = [
          ...now.filter((block) => !then.includes(block)),
          ...then.filter((block) => !now.includes(block)),
        ];
        for (const mark of marksIn(changed.join(' '))) taken.add(mark);
      }
    },
  };
};
