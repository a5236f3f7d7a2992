import { type Difference, keys } from '@lectern/document';

const TEXTS = ['title', 'linkTitle', 'description', 'body'] as const;
const PAGE = keys.page('');

type Fields = Readonly<Record<string, unknown>>;

/** The ids of the pages whose texts differ between a translation and its copy now, and that both have. */
export const editedPages = (differences: readonly Difference[]): string[] =>
  differences.flatMap(({ key, before, after }) => {
    if (!key.startsWith(PAGE) || !before || !after) return [];
    const [old, now] = [before, after] as unknown as readonly [Fields, Fields];
    return TEXTS.some((field) => old[field] !== now[field]) ? [key.slice(PAGE.length)] : [];
  });
