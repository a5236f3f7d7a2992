import type { Document } from '@lectern/document';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemOf } from '../api/operations.ts';
import { readEditedPage } from '../editor/page-server.ts';
import {
  type ContentChange,
  type ContentPlace,
  changeContent,
  refreshContent,
} from '../pages/content-place.ts';
import { renamedIn, renameVariable } from './rename-variable.ts';

/** A variable of a space, with the pages that use it. */
export type Variable = ItemOf<'/spaces/{spaceId}/content/variables'>;

/** The value of a variable. */
export type VariableValue = Variable['value'];

/** The most pages in which a variable is renamed at once. */
export const MAX_RENAMED = 40;

type User = NonNullable<Variable['usedBy']>['items'][number];

/** The change that gives a page or a reusable content the new name of a variable. */
const renameIn = async (
  place: ContentPlace,
  { kind, id }: User,
  from: string,
  to: string,
): Promise<ContentChange> => {
  const isReusable = kind === 'reusable-content';
  const page = await readEditedPage({ ...place, pageId: id, isReusable });
  const text = page.document !== undefined && {
    document: { document: renameVariable(page.document as Document, from, to) } as never,
    base: page.documentId ?? null,
  };
  if (isReusable) return { operation: 'update_reusable_content', reusableContent: id, ...text };
  const { condition } = page;
  return {
    operation: 'update_page',
    page: id,
    ...text,
    ...(condition !== undefined && { condition: renamedIn(condition, from, to) }),
  };
};

/** Changes of the variables of a space or a change request. */
export const useVariables = (place: ContentPlace) => {
  const queries = useQueryClient();
  const refresh = () => refreshContent(queries);
  const save = useMutation({
    /** Adds or changes a variable; a new name is used wherever the former one was. */
    mutationFn: async ({
      before,
      name,
      value,
    }: {
      readonly before: Variable | undefined;
      readonly name: string;
      readonly value: VariableValue;
    }) => {
      const isRenamed = before !== undefined && before.name !== name;
      const users = isRenamed ? (before.usedBy?.items ?? []) : [];
      const renames = await Promise.all(users.map((user) => renameIn(place, user, before!.name, name)));
      const variables = { ...(isRenamed && { [before.name]: null }), [name]: value };
      await changeContent(place, [{ operation: 'set_variables', variables }, ...renames]);
    },
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (name: string) =>
      changeContent(place, [{ operation: 'set_variables', variables: { [name]: null } }]),
    onSuccess: refresh,
  });
  return { save, remove };
};
