import { expect, test, vi } from 'vitest';
import {
  ATOM_CHANGES,
  type Atom,
  atomFaults,
  atomsInHints,
  type MergedAtoms,
  writeAtoms,
} from '../../../../../document/src/testing/atoms.ts';
import { isDeep, runs } from '../../../../../document/src/testing/deep.ts';
import { createRandom, type Random } from '../../../../../document/src/testing/random.ts';
import { createLiveSpace } from '../../../testing/content-factory.ts';
import type { TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

// FUZZ_RUNS sets the number of cases; FUZZ_SEED repeats a run that failed.
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(400, 20));
const SEED = Number(process.env.FUZZ_SEED ?? (isDeep ? Date.now() % 1_000_000 : 1));

if (isDeep) vi.setConfig({ testTimeout: 1_800_000 });

let org: TestOrganization;
withOrganization((fresh) => {
  org = fresh.org;
});

/** The faults that a run found, by kind: their number, and the first one of each. */
const createFindings = () => {
  const found = new Map<string, { count: number; seed: number; what: unknown }>();
  return {
    add: (fault: string, seed: number, what: unknown) => {
      const known = found.get(fault);
      found.set(fault, known ? { ...known, count: known.count + 1 } : { count: 1, seed, what });
    },
    all: () => Object.fromEntries(found),
  };
};

const linesOf = (atoms: readonly Atom[]) => atoms.map(({ words }) => words.join(' '));
const markdownOf = (atoms: readonly Atom[]) => {
  const hints = atomsInHints(atoms).map((inside, at) =>
    ['{% hint style="info" %}', [`Note ${at}`, ...linesOf(inside)].join('\n\n'), '{% endhint %}'].join('\n'),
  );
  return [...linesOf(atoms.filter(({ hint }) => hint === undefined)), ...hints].join('\n\n');
};

const sideIn = (conflict: string, side: string): string[] =>
  conflict
    .slice(conflict.indexOf(`{% ${side} %}`) + `{% ${side} %}`.length, conflict.indexOf(`{% end${side} %}`))
    .split('\n')
    .filter((line) => line.trim() !== '');

const atomsIn = (markdown: string): MergedAtoms =>
  markdown.split(/({% conflict %}[\s\S]*?{% endconflict %})/).flatMap((part): MergedAtoms => {
    if (!part.startsWith('{% conflict %}')) return part.split('\n').filter((line) => line.trim() !== '');
    return [{ primary: sideIn(part, 'primary'), changed: sideIn(part, 'changed') }];
  });

const post = async (path: string, body?: object) => {
  const { status, body: answer } = await org.admin.call('POST', path, body);
  return { status, answer };
};
const get = async (path: string) => (await org.admin.call('GET', path)).body;

/** A space with pages, and change requests that begin at it. */
const beginSpace = async () => {
  const space = await createLiveSpace(org);
  const at = `/spaces/${space}`;
  return {
    at,
    edit: (...changes: readonly object[]) => post(`${at}/content`, { changes }),
    pages: async () => (await get(`${at}/content/pages`)).pages,
    request: async (...changes: readonly object[]) => {
      const { answer } = await post(`${at}/change-requests`, { subject: 'Change' });
      const request = `${at}/change-requests/${answer.id}`;
      if (changes.length > 0) await post(`${request}/content`, { changes });
      return request;
    },
  };
};

test('two change requests of a page keep each block once, with the changes of both or in a conflict', async () => {
  const findings = createFindings();
  for (let seed = SEED; seed < SEED + RUNS; seed++) {
    const random = createRandom(seed);
    const atoms = writeAtoms(random, {
      size: 3 + random.below(3),
      edits: [2 + random.below(2), 2 + random.below(2)],
      changes: [...ATOM_CHANGES, 'move into a hint'],
      length: 6,
    });
    const space = await beginSpace();
    await space.edit({
      operation: 'insert_page',
      title: 'Page',
      document: { markdown: markdownOf(atoms.base) },
    });
    const page = (await space.pages())[0].id;
    const write = (side: readonly Atom[]) => ({
      operation: 'update_page',
      page,
      document: { markdown: markdownOf(side) },
    });
    const textAt = async (place: string) =>
      (await get(`${place}/content/page/${page}?format=markdown`)).markdown.trim() as string;
    const [first, second] = [
      await space.request(write(atoms.ours)),
      await space.request(write(atoms.theirs)),
    ];
    await post(`${first}/merge`);
    const told = [(await post(`${second}/update`)).answer.result];
    const text = await textAt(second);
    for (const { fault, what } of atomFaults(atoms, atomsIn(text))) findings.add(fault, seed, { what, text });
    const isConflicted = text.includes('{% conflict %}');
    told.push((await post(`${second}/update`)).answer.result, (await post(`${second}/merge`)).answer.result);
    const expected = isConflicted ? ['conflicts', 'conflicts', 'conflicts'] : ['update', 'update', 'merge'];
    for (const [index, result] of told.entries())
      if (result !== expected[index])
        findings.add(`answer ${index + 1} (update, update, merge) is ${result}`, seed, text);
    if (!isConflicted && (await textAt(space.at)) !== text) findings.add('merged otherwise', seed, text);
  }
  expect(findings.all()).toEqual({});
});

test('two change requests of a tree of pages leave conflicts that can be settled one by one', async () => {
  const findings = createFindings();
  for (let seed = SEED; seed < SEED + Math.ceil(RUNS / 2); seed++) {
    const random = createRandom(seed);
    const space = await beginSpace();
    const titles = ['Parent', 'Child', 'Grandchild'].slice(0, 2 + random.below(2));
    await space.edit(
      ...titles.map((title, level) => ({
        operation: 'insert_page',
        ref: title,
        title,
        ...(level > 0 && { into: titles[level - 1] }),
        document: { markdown: title },
      })),
    );
    const ids: string[] = [];
    for (let [page] = await space.pages(); page; [page] = page.pages ?? []) ids.push(page.id);
    const removal = [{ operation: 'delete_page', page: ids[random.below(2)]! }];
    const changes = ids.flatMap((page) => changeOf(random, page));
    const sides = random.chance(0.5) ? [removal, changes] : [changes, removal];
    const [first, second] = [await space.request(...sides[0]!), await space.request(...sides[1]!)];
    await post(`${first}/merge`);
    const told = (await post(`${second}/update`)).answer.result;
    const conflicts = (await get(`${second}/content`)).conflicts ?? [];
    if ((told === 'conflicts') !== conflicts.length > 0)
      findings.add(`${told} of an update`, seed, conflicts);
    const keep = random.pick(['primary', 'changed']);
    const settled = conflicts.map(({ kind, id, field }: Record<string, string>) => ({
      operation: 'resolve_conflict',
      kind,
      id,
      field,
      keep,
    }));
    // In one request or one by one, as they were listed or from the top.
    if (random.chance(0.5))
      settled.sort(
        (one: { id: string }, other: { id: string }) => ids.indexOf(one.id) - ids.indexOf(other.id),
      );
    const requests = random.chance(0.5) ? [settled] : settled.map((each: object) => [each]);
    for (const each of requests) {
      if (each.length === 0) continue;
      const { status, answer } = await post(`${second}/content`, { changes: each });
      if (status !== 200) findings.add(`${status} to a settled conflict`, seed, answer.error.message);
    }
    const { answer } = await post(`${second}/merge`);
    if (answer.result !== 'merge') findings.add(`${answer.result} of the last merge`, seed, answer);
  }
  expect(findings.all()).toEqual({});
});

const changeOf = (random: Random, page: string): object[] => {
  if (random.chance(0.3)) return [];
  return [
    {
      operation: 'update_page',
      page,
      ...random.pick([{ title: 'New' }, { document: { markdown: 'New text' } }]),
    },
  ];
};
