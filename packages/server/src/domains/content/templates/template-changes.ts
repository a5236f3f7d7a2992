import type { Static } from 'typebox';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { TemplateUse } from '../../spaces/index.ts';
import type { ChangeOf } from '../editing/editing.contract.ts';
import { TEMPLATES } from './template-catalog.ts';
import type { TemplatePage } from './template-page.ts';

type InsertPage = ChangeOf<'insert_page'>;

const changesFor = (
  pages: readonly TemplatePage[],
  cover: InsertPage['cover'],
  into: string | undefined = undefined,
): InsertPage[] =>
  pages.flatMap(({ title, type, icon, description, markdown, pages: children = [] }, index) => {
    const ref = `${into ?? 'page'}.${index}`;
    return [
      {
        operation: 'insert_page' as const,
        type: type ?? ('document' as const),
        title,
        ref,
        ...(icon && { icon }),
        ...(description && { description }),
        ...(markdown && { document: { markdown } }),
        ...(into && { into }),
        ...(cover && !into && index === 0 && { cover }),
      },
      ...changesFor(children, undefined, ref),
    ];
  });

const countOf = (pages: readonly TemplatePage[]): number =>
  pages.reduce((count, { pages: children = [] }) => count + 1 + countOf(children), 0);

/** Lists the templates with their number of pages. */
export const listTemplates = () =>
  Object.entries(TEMPLATES).map(([id, { title, description, pages }]) => ({
    id,
    title,
    description,
    pages: countOf(pages),
  }));

/** The changes that insert the pages of a template; a reference named `cover` becomes the cover of the first page. */
export const templateChanges = ({ id, params }: Static<typeof TemplateUse>): InsertPage[] => {
  const template = Object.hasOwn(TEMPLATES, id) ? TEMPLATES[id] : undefined;
  if (!template) throw notFound('template');
  const ref = params?.contentRefs?.cover;
  const isPicture = ref?.kind === 'file' || ref?.kind === 'url';
  return changesFor(template.pages, isPicture ? { ref, yPos: 0 } : undefined);
};
