import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planMoveIntoGroup, planMoveOutOfGroup, planNodeMove } from './placements.ts';
import type { GroupRow, Placement, SectionRow, StructureRows } from './structure.store.ts';
import { type Node, siteSpacePath, structureOf } from './structure-tree.ts';

const NOTHING_SAID = { default_section_id: null, default_site_space_id: null };
const row = { organization_id: 'o', site_id: 's', position: '', icon: null };
const counter = () => {
  let next = 0;
  return () => `0${String(next++).padStart(8, '0')}`;
};

const empty: StructureRows = { siteSpaces: [], sections: [], groups: [], trashed: [] };
const written = (rows: StructureRows, placements: readonly Placement[]): StructureRows => {
  const placed = new Map(placements.map((placement) => [placement.id, placement]));
  const put =
    <R extends SectionRow | GroupRow>(parent: 'group_id' | 'parent_id') =>
    (one: R) => {
      const to = placed.get(one.id);
      return to ? { ...one, position: to.position, [parent]: to.parentId } : one;
    };
  return {
    ...rows,
    sections: rows.sections.map(put<SectionRow>('group_id')),
    groups: rows.groups.map(put<GroupRow>('parent_id')),
  };
};
const outlineOf = (nodes: readonly Node[]): unknown[] =>
  nodes.map((node) => ('children' in node ? { [node.row.id]: outlineOf(node.children) } : node.row.id));
const addSection = (rows: StructureRows, id: string, newId: () => string): StructureRows => {
  const structure = structureOf(rows, NOTHING_SAID);
  const last = structure.roots.at(-1)?.row.position ?? '';
  const section = {
    ...row,
    id,
    group_id: null,
    path: id,
    title: id,
    description: null,
    localized_title: null,
    localized_description: null,
    condition: null,
    default_site_space_id: null,
    position: `${newId()}V`,
  };
  expect(section.position > last).toBe(true);
  return { ...rows, sections: [...rows.sections, section] };
};
const addGroup = (rows: StructureRows, id: string, newId: () => string): StructureRows => ({
  ...rows,
  groups: [
    ...rows.groups,
    { ...row, id, parent_id: null, title: id, localized_title: null, position: `${newId()}V` },
  ],
});

/** What a tree of lists is after a move, made the plain way. */
const splice = (list: readonly string[], id: string, beside: string, side: 'before' | 'after') => {
  const rest = list.filter((one) => one !== id);
  return rest.toSpliced(rest.indexOf(beside) + (side === 'after' ? 1 : 0), 0, id);
};

describe('the outline of a site', () => {
  test('has the order of a plain list after any moves, with short positions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 6 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('before', 'after')), { maxLength: 300 }),
        (size, moves) => {
          const newId = counter();
          let rows = empty;
          let expected = Array.from({ length: size }, (_, i) => `s${i}`);
          for (const id of expected) rows = addSection(rows, id, newId);
          for (const [a, b, side] of moves as [number, number, 'before' | 'after'][]) {
            const [id, beside] = [expected[a % size]!, expected[b % size]!];
            if (id === beside) continue;
            const structure = structureOf(rows, NOTHING_SAID);
            const node = structure.nodes.find((one) => one.row.id === id)!;
            const position = { [side]: { type: 'site-section', id: beside } };
            rows = written(rows, planNodeMove(structure, node, position, newId));
            expected = splice(expected, id, beside, side);
            expect(outlineOf(structureOf(rows, NOTHING_SAID).roots)).toEqual(expected);
          }
          for (const section of rows.sections) expect(section.position.length).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('has room for any number of moves between the same two sections', () => {
    const newId = counter();
    let rows = empty;
    for (const id of ['a', 'b', 'c']) rows = addSection(rows, id, newId);
    for (let i = 0; i < 700; i++) {
      const structure = structureOf(rows, NOTHING_SAID);
      const [first, second, third] = structure.roots;
      const position = { after: { type: 'site-section' as const, id: first!.row.id } };
      rows = written(rows, planNodeMove(structure, third!, position, newId));
      expect(outlineOf(structureOf(rows, NOTHING_SAID).roots)).toEqual([
        first!.row.id,
        third!.row.id,
        second!.row.id,
      ]);
    }
  });

  test('places sections at the end of a group they enter, and right after a group they leave', () => {
    const newId = counter();
    let rows = empty;
    for (const id of ['a', 'b']) rows = addSection(rows, id, newId);
    rows = addGroup(rows, 'g', newId);
    for (const id of ['c', 'd']) rows = addSection(rows, id, newId);
    const nodesOf = (structure: ReturnType<typeof structureOf>, ids: string[]) =>
      ids.map((id) => structure.nodes.find((node) => node.row.id === id)!);
    let structure = structureOf(rows, NOTHING_SAID);
    rows = written(rows, planMoveIntoGroup(structure, nodesOf(structure, ['d', 'a']), 'g', newId));
    structure = structureOf(rows, NOTHING_SAID);
    expect(outlineOf(structure.roots)).toEqual(['b', { g: ['d', 'a'] }, 'c']);
    rows = written(
      rows,
      planMoveOutOfGroup(structure, nodesOf(structure, ['d', 'a']), rows.groups[0]!, newId),
    );
    expect(outlineOf(structureOf(rows, NOTHING_SAID).roots)).toEqual(['b', { g: [] }, 'd', 'a', 'c']);
  });

  test('gives each variant a unique path, and exactly one the root', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (sizes, chosenSection, chosenVariant, flat) => {
          const newId = counter();
          let rows = empty;
          const sections = flat ? [null] : sizes.map((_, i) => `s${i}`);
          for (const id of sections) if (id) rows = addSection(rows, id, newId);
          const siteSpaces = sections.flatMap((section_id, i) =>
            Array.from({ length: sizes[i]! }, (_, v) => ({
              ...row,
              id: `${section_id}-${v}`,
              section_id,
              space_id: `${section_id}-${v}`,
              position: String(v),
              path: `v${v}`,
              address: [],
              condition: null,
            })),
          );
          const structure = structureOf(
            { ...rows, siteSpaces },
            {
              default_section_id: sections[chosenSection % sections.length]!,
              default_site_space_id: siteSpaces[chosenVariant % (siteSpaces.length || 1)]?.id ?? null,
            },
          );
          const addresses = siteSpaces.map((one) => siteSpacePath(structure, one).join('/'));
          expect(new Set(addresses).size).toBe(addresses.length);
          expect(addresses.filter((address) => address === '')).toHaveLength(siteSpaces.length > 0 ? 1 : 0);
        },
      ),
    );
  });
});
