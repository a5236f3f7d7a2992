import { expect } from 'vitest';
import type { Random } from '../../../document/src/testing/random.ts';
import { secretsIn } from './secret-world.ts';
import type { Person } from './server.ts';

/** Somebody who asks, and what they may read by `GET`. */
export interface Reader {
  readonly name: string;
  readonly call: Person['call'];
  readonly token: string;
  /** What a browser of theirs sends to a site. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
}

/** Asks something; returns all that is answered. */
export type Way = (reader: Reader, question: string, random: Random) => Promise<string>;

// So often, each way to ask shows something.
const ENOUGH = 40;

/** Some of a list, at random. */
export const some = <T>(random: Random, all: readonly T[], count: number): readonly T[] => {
  const rest = [...all];
  while (rest.length > count) rest.splice(random.below(rest.length), 1);
  return rest;
};

/** Reads all pages of all spaces, as far as they are there for somebody. */
export const readerOf = async (
  name: string,
  spaces: readonly string[],
  { call, token, headers = {} }: Pick<Reader, 'call' | 'token'> & Partial<Pick<Reader, 'headers'>>,
): Promise<Reader> => {
  const texts: string[] = [];
  const pages = new Set<string>();
  await Promise.all(
    spaces.map(async (id) => {
      const space = await call('GET', `/spaces/${id}`);
      if (space.status !== 200) return;
      const revision = `/spaces/${id}/revisions/${space.body.revision}`;
      const { body: content } = await call('GET', `${revision}?metadata=true`);
      texts.push(JSON.stringify([space.body, content]));
      for (const page of content.pages as { readonly id: string }[]) {
        const { status, body } = await call('GET', `${revision}/page/${page.id}?format=markdown`);
        if (status !== 200) continue;
        pages.add(page.id);
        texts.push(JSON.stringify(body));
      }
    }),
  );
  return { name, call, token, headers, secrets: secretsIn(texts.join('\n')), pages };
};

/** Checks that nothing is shown which its reader may not read, and counts what is shown. */
export const createLeakCheck = () => {
  const shown = new Map<string, { asked: number; found: number }>();
  return {
    /** Asks in one way; `all` are the secrets and `viewed` the pages which no other reader has to see. */
    check: async (
      [reader, name, ask]: readonly [Reader, string, Way],
      question: string,
      random: Random,
      {
        all,
        viewed,
        ...about
      }: { all: ReadonlySet<string>; viewed: readonly string[]; seed: number; run: number },
    ): Promise<void> => {
      const text = await ask(reader, question, random);
      const words = [...secretsIn(text)];
      const named = viewed.filter((page) => text.includes(page));
      const told = { ...about, reader: reader.name, name, question };
      expect({
        ...told,
        leaked: words.filter((word) => all.has(word) && !reader.secrets.has(word)),
        pages: named.filter((page) => !reader.pages.has(page)),
      }).toEqual({ ...told, leaked: [], pages: [] });
      const kind = `${reader.name.split(' ')[0]}: ${name}`;
      const { asked, found } = shown.get(kind) ?? { asked: 0, found: 0 };
      shown.set(kind, { asked: asked + 1, found: found + words.length + named.length });
    },
    /** A way that shows nothing would prove nothing. */
    expectShown: () =>
      expect([...shown].filter(([, { asked, found }]) => asked > ENOUGH && found === 0)).toEqual([]),
  };
};
