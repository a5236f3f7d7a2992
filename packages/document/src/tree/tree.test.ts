import { describe, expect, it } from 'vitest';
import { canonical, sameContent } from '../diff/content.ts';
import { createRandom, law, type Recipe, recipes } from '../testing/random.ts';
import {
  createGardener,
  createStore,
  editTree,
  everyPage,
  type Found,
  growTree,
  type Page,
} from '../testing/trees.ts';
import { diffTrees } from './diff.ts';
import { type MergedTree, mergeTrees } from './merge.ts';
import { readFrom } from './page.ts';

const edited = (recipe: Recipe) => {
  const random = createRandom(recipe.seed);
  const base = growTree(createGardener(random, 'b'), recipe.size * 2);
  return {
    base,
    ours: editTree(createGardener(random, 'o'), base, recipe.ours),
    theirs: editTree(createGardener(random, 't'), base, recipe.theirs),
  };
};

const merge = (base: readonly Page[], ours: readonly Page[], theirs: readonly Page[]) => {
  const store = createStore();
  const refs = [store.put(base), store.put(ours), store.put(theirs)] as const;
  const merged = readFrom(mergeTrees(...refs), store.load);
  return { ...merged, whole: store.whole(merged.pages) };
};

const byId = (pages: readonly Page[]): Map<string, Found> =>
  new Map(Array.from(everyPage(pages), (found) => [found.page.id, found]));

const isChanged = (was: Found, is: Found): boolean =>
  was.parent !== is.parent || !sameContent(was.page.attributes, is.page.attributes);

describe('merging trees', () => {
  it('changes nothing when nothing changed, and takes what only one side changed', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const expectMerged = (merged: ReturnType<typeof merge>, pages: readonly Page[]) => {
        expect(canonical([merged.conflicts, merged.bodies, merged.renamed])).toBe(canonical([[], [], []]));
        expect(canonical(merged.whole)).toBe(canonical(pages));
      };
      expectMerged(merge(base, base, base), base);
      expectMerged(merge(base, ours, base), ours);
      expectMerged(merge(base, base, theirs), theirs);
      expectMerged(merge(base, ours, ours), ours);
    });
  });

  it('has every page once, at one place, under a slug of its own', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const { whole } = merge(base, ours, theirs);
      const found = [...everyPage(whole)];
      expect(new Set(found.map(({ page }) => page.id)).size).toBe(found.length);
      for (const { siblings } of found) {
        const slugs = siblings.map(({ attributes }) => attributes.slug);
        expect(new Set(slugs).size).toBe(slugs.length);
      }
    });
  });

  it('loses no page, unless one side deleted it and the other left it alone', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const { whole, conflicts } = merge(base, ours, theirs);
      const merged = byId(whole);
      const told = new Set(conflicts.map(({ page }) => page));
      const [was, mine, others] = [byId(base), byId(ours), byId(theirs)];
      for (const id of new Set([...was.keys(), ...mine.keys(), ...others.keys()])) {
        const [b, o, t] = [was.get(id), mine.get(id), others.get(id)];
        const survivor = o ?? t;
        const mayGo = survivor === undefined || (b && !(o && t) && !isChanged(b, survivor));
        if (!mayGo) expect([id, merged.has(id)]).toEqual([id, true]);
        // What is deleted stays deleted, unless the merge says why it is there.
        else if (merged.has(id)) expect([id, told.has(id)]).toEqual([id, true]);
      }
      for (const id of merged.keys()) expect(mine.has(id) || others.has(id)).toBe(true);
    });
  });

  it('takes each attribute from the side that changed it, and tells where both did', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const { whole, conflicts, bodies, renamed } = merge(base, ours, theirs);
      const [was, mine, others] = [byId(base), byId(ours), byId(theirs)];
      const contested = new Set([
        ...conflicts.map((one) => (one.kind === 'attribute' ? `${one.page} ${one.attribute}` : '')),
        ...bodies.map(({ page }) => `${page} document`),
        ...renamed.map(({ page }) => `${page} slug`),
      ]);
      for (const [id, { page }] of byId(whole)) {
        const of = (side: Map<string, Found>, name: string) => side.get(id)?.page.attributes[name];
        if (!mine.has(id) || !others.has(id)) continue;
        for (const name of ['title', 'slug', 'document']) {
          const [b, o, t] = [of(was, name), of(mine, name), of(others, name)];
          const key = `${id} ${name}`;
          if (name === 'slug' && contested.has(key)) continue;
          expect([key, page.attributes[name]]).toEqual([key, o === b ? t : o]);
          if (o !== b && t !== b && o !== t) expect(contested.has(key)).toBe(true);
        }
      }
    });
  });

  it('mirrors conflicts when the sides change places', () => {
    const told = (
      { conflicts, bodies }: MergedTree,
      [ours, theirs]: readonly ['ours' | 'theirs', 'ours' | 'theirs'],
    ) =>
      [
        ...conflicts.map((one) => {
          if (one.kind === 'deleted' || one.kind === 'parent-deleted')
            return [one.kind, one.page, one.by === ours];
          return [one.kind, one.page, one[ours], one[theirs]];
        }),
        ...bodies.map((one) => ['document', one.page, one[ours], one[theirs]]),
      ]
        .map(canonical)
        .sort();
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const [one, other] = [merge(base, ours, theirs), merge(base, theirs, ours)];
      // Where both moved a page, ours decides what stays below what.
      const decided = one.conflicts.some(({ kind }) => kind === 'cycle' || kind === 'moved');
      if (!decided) expect(told(one, ['ours', 'theirs'])).toEqual(told(other, ['theirs', 'ours']));
    });
  });

  it('orders what only one side ordered as that side did', () => {
    law(recipes, (recipe) => {
      const { base, ours, theirs } = edited(recipe);
      const { whole } = merge(base, ours, theirs);
      const order = (pages: readonly Page[], ids: ReadonlySet<string>) =>
        pages.map(({ id }) => id).filter((id) => ids.has(id));
      const [bases, others] = [base, theirs].map((pages) => new Set(pages.map(({ id }) => id)));
      const common = new Set(ours.map(({ id }) => id).filter((id) => bases!.has(id) && others!.has(id)));
      if (canonical(order(base, common)) !== canonical(order(theirs, common))) return;
      const kept = new Set(order(whole, common));
      expect(order(whole, kept)).toEqual(order(ours, kept));
    });
  });
});

describe('comparing trees', () => {
  it('tells what was created, edited, deleted and moved', () => {
    law(recipes, (recipe) => {
      const { base, ours } = edited(recipe);
      const store = createStore();
      const refs = [store.put(base), store.put(ours)] as const;
      const changes = readFrom(diffTrees(...refs), store.load);
      const [was, is] = [byId(base), byId(ours)];
      const told = (type: string) =>
        changes
          .filter((one) => one.type === type)
          .map(({ page }) => page.id)
          .sort();
      const both = [...is.keys()].filter((id) => was.has(id));
      expect(told('page_created')).toEqual([...is.keys()].filter((id) => !was.has(id)).sort());
      expect(told('page_deleted')).toEqual([...was.keys()].filter((id) => !is.has(id)).sort());
      expect(told('page_edited')).toEqual(
        both.filter((id) => !sameContent(was.get(id)!.page.attributes, is.get(id)!.page.attributes)).sort(),
      );
      const moved = changes.filter((one) => one.type === 'page_moved');
      const elsewhere = moved
        .filter(({ parent }) => parent.before !== parent.after)
        .map(({ page }) => page.id);
      expect(elsewhere.sort()).toEqual(
        both.filter((id) => was.get(id)!.parent !== is.get(id)!.parent).sort(),
      );
    });
  });

  it('takes those who made room for others not for moved', () => {
    const store = createStore();
    const pages = (ids: string): Page[] =>
      [...ids].map((id) => ({ id, type: 'document', attributes: { title: id, slug: id }, children: [] }));
    const moved = (before: string, after: string) =>
      readFrom(diffTrees(store.put(pages(before)), store.put(pages(after))), store.load)
        .filter(({ type }) => type === 'page_moved')
        .map(({ page }) => page.id)
        .join('');
    expect(moved('abcd', 'xabycd')).toBe('');
    expect(moved('abcd', 'bcd')).toBe('');
    expect(moved('abcd', 'bcda')).toBe('a');
    expect(moved('abcd', 'dabc')).toBe('d');
  });
});
