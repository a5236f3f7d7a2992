import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { askedRuns, lawInTime } from '../testing/random.ts';
import { conflictEntries, readConflicts, settleConflict } from './conflicts.ts';
import { type ConflictName, mergeSnapshots } from './merge.ts';
import { bodies, createNotebook, merge, pagesOf, perform, step } from './notebook.fixture.ts';
import { childrenOf, findByPath, readPage, readVariables } from './read.ts';
import { keys } from './records.ts';

const steps = fc.array(step, { maxLength: 12 });

// Ten thousand merges take their time on a busy machine.
if (askedRuns() === undefined) vi.setConfig({ testTimeout: 180_000 });

describe('properties of merging snapshots', () => {
  test('changes of one side are applied, and equal changes of both sides are applied once', async () => {
    await lawInTime(
      fc.tuple(steps, steps),
      async ([first, second]) => {
        const book = createNotebook();
        const base = await perform(book, book.empty, [], first);
        const side = await perform(book, base.root, base.ids, second);
        const all = [
          [base.root, base.root, base.root, base.root],
          [base.root, side.root, base.root, side.root],
          [base.root, base.root, side.root, side.root],
          [base.root, side.root, side.root, side.root],
        ] as const;
        for (const [from, ours, theirs, expected] of all)
          expect(await merge(book, from, ours, theirs)).toEqual({ root: expected, conflicts: [] });
      },
      300,
    );
  });

  test('the merged tree is valid, and no changed page is lost', async () => {
    await lawInTime(
      fc.tuple(steps, steps, steps),
      async ([first, second, third]) => {
        const book = createNotebook();
        const base = await perform(book, book.empty, [], first);
        const ours = await perform(book, base.root, base.ids, second);
        const theirs = await perform(book, base.root, base.ids, third);
        const { root, conflicts } = await merge(book, base.root, ours.root, theirs.root);
        const [was, mine, yours, merged] = [
          await pagesOf(book, base.root),
          await pagesOf(book, ours.root),
          await pagesOf(book, theirs.root),
          await pagesOf(book, root),
        ];
        const view = book.view(root);
        // One place and one path for every page.
        expect(new Set([...merged.values()].map(({ path }) => path)).size).toBe(merged.size);
        for (const { id, path, children } of merged.values()) {
          expect(await findByPath(view, path!)).toEqual({ id, moved: false });
          expect(await childrenOf(view, id)).toEqual(children.map((child) => child.id));
        }
        for (const kind of ['p', 'c', 's'])
          expect(await view.range(`${kind}/`, `${kind}0`)).toHaveLength(merged.size);
        // A page is gone only if one side deleted it and the other left it alone.
        const changed = (side: typeof mine, id: string) =>
          JSON.stringify(side.get(id)?.page) !== JSON.stringify(was.get(id)?.page);
        for (const id of new Set([...mine.keys(), ...yours.keys()])) {
          const deleted = was.has(id) && (!mine.has(id) || !yours.has(id));
          const worked = [mine, yours].some((side) => side.has(id) && changed(side, id));
          if (!deleted || worked) expect(merged.has(id)).toBe(true);
        }
        for (const id of merged.keys())
          expect(mine.has(id) || yours.has(id) || conflicts.length > 0).toBe(true);
        // A page that stays although one side deleted it has lost nothing that the other side had below it.
        for (const id of merged.keys()) {
          if (!was.has(id) || (mine.has(id) && yours.has(id))) continue;
          const below = (mine.get(id) ?? yours.get(id))?.children ?? [];
          for (const child of below) expect(merged.has(child.id)).toBe(true);
        }
        // Every body that a side wrote is there.
        const written = [...merged.values()].map(({ page }) => page.body ?? '').join(' ');
        for (const side of [mine, yours])
          for (const { id, page } of side.values())
            if (page.body !== undefined && page.body !== was.get(id)?.page.body)
              expect(written).toContain(page.body);
        // Every field that a side decided is so, or the conflict about it says how that side decided.
        const kept = conflictEntries(conflicts, 'ours');
        const isTold = ({ kind, id, field }: ConflictName, side: 'primary' | 'changed', value: unknown) =>
          (kept.get(keys.conflict(kind, id, field)) as Record<string, unknown> | undefined)?.[side] === value;
        for (const [side, name] of [
          [mine, 'primary'],
          [yours, 'changed'],
        ] as const)
          for (const { id, page } of side.values())
            for (const field of ['title', 'parent'] as const)
              if (page[field] !== was.get(id)?.page[field] && merged.get(id)?.page[field] !== page[field])
                expect(isTold({ kind: 'page', id, field }, name, page[field])).toBe(true);
        const variables = await Promise.all(
          [base.root, root, ours.root, theirs.root].map((at) => readVariables(book.view(at))),
        );
        const [before, after] = variables as [Record<string, unknown>, Record<string, unknown>];
        for (const [side, name] of [
          [variables[2]!, 'primary'],
          [variables[3]!, 'changed'],
        ] as const)
          for (const [id, value] of Object.entries(side))
            if (before[id] !== value && after[id] !== value)
              expect(isTold({ kind: 'variable', id, field: 'value' }, name, value)).toBe(true);
      },
      10_000,
    );
  });

  test('stored conflicts can be resolved with either side, until none is left', async () => {
    await lawInTime(
      fc.tuple(steps, steps, steps, fc.array(fc.boolean())),
      async ([first, second, third, picks]) => {
        const book = createNotebook();
        const base = await perform(book, book.empty, [], first);
        const change = await perform(book, base.root, base.ids, second);
        const main = await perform(book, base.root, base.ids, third);
        const sides = { base: base.root, ours: change.root, theirs: main.root };
        const { changes, conflicts } = await mergeSnapshots(book.map, sides, bodies);
        const kept = new Map([...changes, ...conflictEntries(conflicts, 'theirs')]);
        let root = await book.write(change.root, kept);
        const named = new Set(
          conflicts
            .filter(({ field }) => field !== 'body')
            .map(({ kind, id, field }) => `${kind}/${id}/${field}`),
        );
        expect(await readConflicts(book.view(root))).toHaveLength(named.size);
        for (let index = 0; ; index++) {
          const open = await readConflicts(book.view(root));
          if (open.length === 0) break;
          const [conflict] = open;
          const side = picks[index % (picks.length || 1)] ? 'primary' : 'changed';
          const before = await pagesOf(book, root);
          try {
            root = await book.edit(root, (edit) => settleConflict(edit, conflict!, side));
          } catch (error) {
            // A place that is no more: somebody has to find another one.
            const { kind, field } = error as { kind: string; field: string };
            expect([conflict!.field, kind, field]).toEqual(['parent', 'conflict', 'keep']);
            root = await book.edit(root, (edit) => edit.updatePage(conflict!.id, {}, { parent: null }));
            continue;
          }
          expect((await readConflicts(book.view(root))).length).toBeLessThan(open.length);
          const page = await readPage(book.view(root), conflict!.id);
          if (conflict!.kind === 'page' && conflict!.field === 'title')
            expect(page!.title).toBe(conflict![side]);
          if (conflict!.field === 'parent') expect(page!.parent).toBe(conflict![side]);
          if (conflict!.field === 'existence' && conflict!.kind === 'page')
            expect(page !== undefined).toBe(conflict![side]);
          if (conflict!.field === 'existence' && conflict![side] === true)
            expect(await pagesOf(book, root)).toEqual(before);
          if (conflict!.kind === 'variable' && conflict!.field === 'value')
            expect((await readVariables(book.view(root)))[conflict!.id]).toBe(conflict![side]);
        }
      },
      500,
    );
  });
});
