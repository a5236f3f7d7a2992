import { conflictsOf, type Document, type DocumentConflict, printMarkdown } from '@lectern/document';
import type { Request } from '../../api/operations.ts';
import type { CHANGE_REQUEST } from '../queries.ts';
import type { ConflictedBody, Conflicts, FieldConflict } from './queries.ts';
import { type Outcome, withOutcomes } from './resolve.ts';

type Change = Request<'POST', `${typeof CHANGE_REQUEST}/content`>['body']['changes'][number];

/** The outcome of a conflicting field: a side, or another value. */
export type FieldOutcome =
  | { readonly take: 'primary' | 'changed' }
  | { readonly take: 'edit'; readonly value: string; readonly isUntouched?: true };

/** The chosen outcomes by the keys of their conflicts. */
export type Outcomes = Readonly<Record<string, Outcome | FieldOutcome>>;

/** Whether an outcome was chosen; a text that is edited by hand counts once it was changed or confirmed. */
export const isSettled = (outcome: Outcome | FieldOutcome | undefined): boolean =>
  outcome !== undefined && !(outcome.take === 'edit' && outcome.isUntouched);

/** The key of a conflicting field. */
export const keyOfField = ({ kind, id, field }: FieldConflict): string => `${kind} ${id} ${field}`;

const textOf = (nodes: DocumentConflict['primary']): string =>
  printMarkdown({ object: 'document', data: {}, nodes });

/** The keys of the conflicts in a body. They name the words of both sides, so that an outcome stays with them. */
export const keysOfBody = ({
  kind,
  id,
  document,
}: Pick<ConflictedBody, 'kind' | 'id' | 'document'>): readonly string[] => {
  const seen = new Map<string, number>();
  return conflictsOf(document).map(({ primary, changed }) => {
    const key = `${kind} ${id} ${textOf(primary)}\u0000${textOf(changed)}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key} ${count}`;
  });
};

/** The keys of all conflicts. */
export const keysOf = ({ fields, bodies }: Pick<Conflicts, 'fields' | 'bodies'>): readonly string[] => [
  ...fields.map(keyOfField),
  ...bodies.flatMap(keysOfBody),
];

const resolved = (body: ConflictedBody, outcomes: Outcomes): Document =>
  withOutcomes(
    body.document,
    new Map(keysOfBody(body).flatMap((key, at) => (outcomes[key] ? [[at, outcomes[key] as Outcome]] : []))),
  );

const bodyChange = (body: ConflictedBody, outcomes: Outcomes): Change => {
  const written = { document: { document: resolved(body, outcomes) as never }, base: body.documentId };
  return body.kind === 'page'
    ? { operation: 'update_page', page: body.id, ...written }
    : { operation: 'update_reusable_content', reusableContent: body.id, ...written };
};

/** The changes that settle all conflicts; a body that somebody has changed meanwhile is refused. */
export const changesFor = ({ fields, bodies }: Conflicts, outcomes: Outcomes): Change[] => [
  ...fields.map((conflict): Change => {
    const outcome = outcomes[keyOfField(conflict)] as FieldOutcome;
    return outcome.take === 'edit'
      ? ({ operation: 'update_page', page: conflict.id, [conflict.field]: outcome.value } as Change)
      : {
          operation: 'resolve_conflict',
          kind: conflict.kind,
          id: conflict.id,
          field: conflict.field,
          keep: outcome.take,
        };
  }),
  ...bodies.map((body) => bodyChange(body, outcomes)),
];

/** A text that somebody wrote as the outcome of a conflict that is there no longer. */
export interface UnusedText {
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  /** The field that it is the value of; undefined if it is a part of a body. */
  readonly field: string | undefined;
  readonly text: string;
}

/** The texts among the outcomes that belong to none of the conflicts. */
export const unusedTexts = (outcomes: Outcomes, keys: readonly string[]): readonly UnusedText[] =>
  Object.entries(outcomes).flatMap(([key, outcome]) => {
    if (outcome.take !== 'edit' || !isSettled(outcome) || keys.includes(key)) return [];
    const [kind = '', id = '', ...rest] = key.split(' ');
    const isField = 'value' in outcome;
    const text = isField ? outcome.value : outcome.markdown;
    return [{ key, kind, id, field: isField ? rest.join(' ') : undefined, text }];
  });

/** The outcomes with these keys. */
export const outcomesOf = (outcomes: Outcomes, keys: readonly string[]): Outcomes =>
  Object.fromEntries(Object.entries(outcomes).filter(([key]) => keys.includes(key)));
