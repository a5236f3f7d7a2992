import { best } from './link-targets.ts';

/** An icon with the words that find it. */
interface NamedWords {
  readonly name: string;
  readonly words: string;
}

/** Reads lines with the name of an icon and words that find it. */
export const readIconNames = (lines: string): readonly NamedWords[] =>
  lines.split('\n').map((words) => ({ name: words.split(' ', 1)[0]!, words }));

/** The names of the icons that match a query, first by name, then by other words. */
export const findIcons = (icons: readonly NamedWords[], query: string, limit: number): readonly string[] => {
  const wanted = query.trim().replaceAll('-', ' ');
  const byName = best(icons, wanted, ({ name }) => name.replaceAll('-', ' '), limit);
  const others = icons.filter((icon) => !byName.includes(icon));
  const byWords = best(others, wanted, ({ words }) => words, limit - byName.length);
  return [...byName, ...byWords].map(({ name }) => name);
};
