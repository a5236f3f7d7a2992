import { type Block, conflictsOf } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { call } from '../../api/client.ts';
import type { Request } from '../../api/operations.ts';
import { renderDocument } from '../../pages/render-document.ts';
import { Button } from '../../primitives/button.tsx';
import { TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { visibleBlock } from '../../review/difference/placeholders.ts';
import { propertyName, valueInWords } from '../../review/difference/words.ts';
import { useRenderContext } from '../../review/render-context.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequestParams,
  comparisonOf,
  readChangeRequest,
  useChangeRequestMutation,
} from '../queries.ts';
import styles from './conflicts-page.module.css';
import { type ConflictedPage, type Conflicts, type FieldConflict, readAllConflicts } from './queries.ts';
import { basesOf, blocksOf, markdownOfBoth, type Outcome, withOutcomes } from './resolve.ts';

type Change = Request<'POST', `${typeof CHANGE_REQUEST}/content`>['body']['changes'][number];

/** The outcome of a conflicting field: a side, or another value. */
type FieldOutcome =
  | { readonly take: 'primary' | 'changed' }
  | { readonly take: 'edit'; readonly value: string };

const Blocks = ({
  label,
  blocks,
  context,
}: {
  readonly label: string;
  readonly blocks: readonly Block[];
  readonly context: RenderContext;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a version of content is no fieldset
  <div className={styles.side} role="group" aria-label={label}>
    <p className={styles.label}>{label}</p>
    {blocks.length === 0 ? (
      <p className={styles.quiet}>Deleted</p>
    ) : (
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer of sites escapes and sanitizes
        dangerouslySetInnerHTML={{
          __html: renderDocument(
            { object: 'document', data: {}, nodes: blocks.map((block) => visibleBlock(block, context)) },
            context,
          ),
        }}
      />
    )}
  </div>
);

const Choices = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value | undefined;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}) => {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className="sr-only">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
};

const PageConflicts = ({
  page,
  context,
  outcomes,
  onChange,
}: {
  readonly page: ConflictedPage;
  readonly context: RenderContext;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly onChange: (outcomes: ReadonlyMap<number, Outcome>) => void;
}) => {
  const conflicts = useMemo(() => conflictsOf(page.document), [page]);
  const bases = useMemo(() => (page.base ? basesOf(page.base, page.document) : []), [page]);
  return (
    <section className={styles.object} aria-label={page.title}>
      <h2>{page.title}</h2>
      {conflicts.map((conflict, at) => {
        const outcome = outcomes.get(at);
        const set = (next: Outcome) => onChange(new Map([...outcomes, [at, next]]));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conflicts of one document never change their order
          <article key={at} className={styles.conflict} data-settled={outcome !== undefined}>
            <div className={styles.sides}>
              {bases[at] && <Blocks label="Before" blocks={bases[at]} context={context} />}
              <Blocks label="In the space" blocks={conflict.primary} context={context} />
              <Blocks label="In this change request" blocks={conflict.changed} context={context} />
            </div>
            <Choices
              label={`Outcome of conflict ${at + 1} in ${page.title}`}
              value={outcome?.take}
              options={[
                ['primary', 'Take the version of the space'],
                ['changed', 'Take the version of this change request'],
                ['both', 'Take both'],
                ['edit', 'Edit by hand'],
              ]}
              onChange={(take) =>
                set(take === 'edit' ? { take, markdown: markdownOfBoth(conflict) } : { take })
              }
            />
            {outcome?.take === 'edit' && (
              <textarea
                aria-label="Outcome in Markdown"
                className={styles.editor}
                rows={5}
                value={outcome.markdown}
                onChange={(event) => set({ take: 'edit', markdown: event.target.value })}
              />
            )}
            {outcome && <Blocks label="Outcome" blocks={blocksOf(conflict, outcome)} context={context} />}
          </article>
        );
      })}
    </section>
  );
};

const keyOfField = ({ kind, id, field }: FieldConflict) => `${kind} ${id} ${field}`;

const existence = (value: unknown): string => (value === false ? 'Deleted' : 'Kept');

const FieldConflictRow = ({
  conflict,
  title,
  outcome,
  onChange,
}: {
  readonly conflict: FieldConflict;
  readonly title: string;
  readonly outcome: FieldOutcome | undefined;
  readonly onChange: (outcome: FieldOutcome) => void;
}) => {
  const { field, kind, primary, changed } = conflict;
  const words = field === 'existence' ? existence : valueInWords;
  const isText =
    kind === 'page' && typeof changed === 'string' && (field === 'title' || field === 'description');
  return (
    <article className={styles.conflict} data-settled={outcome !== undefined}>
      <h3 className={styles.field}>
        {title}: {field === 'existence' ? 'deleted on one side' : propertyName(field).toLowerCase()}
      </h3>
      <div className={styles.sides}>
        <div className={styles.side}>
          <p className={styles.label}>In the space</p>
          <p>{words(primary)}</p>
        </div>
        <div className={styles.side}>
          <p className={styles.label}>In this change request</p>
          <p>{words(changed)}</p>
        </div>
      </div>
      <Choices
        label={`Outcome of ${field} of ${title}`}
        value={outcome?.take}
        options={[
          ['primary', 'Take the version of the space'],
          ['changed', 'Take the version of this change request'],
          ...(isText ? ([['edit', 'Edit by hand']] as const) : []),
        ]}
        onChange={(take) => onChange(take === 'edit' ? { take, value: String(changed) } : { take })}
      />
      {outcome?.take === 'edit' && (
        <TextInput
          aria-label={propertyName(field)}
          value={outcome.value}
          onChange={(event) => onChange({ take: 'edit', value: event.target.value })}
        />
      )}
    </article>
  );
};

/** The changes that settle all conflicts. */
const changesFor = (
  conflicts: Conflicts,
  fields: ReadonlyMap<string, FieldOutcome>,
  pages: ReadonlyMap<string, ReadonlyMap<number, Outcome>>,
): Change[] => [
  ...conflicts.fields.map((conflict): Change => {
    const outcome = fields.get(keyOfField(conflict))!;
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
  ...conflicts.pages.map(
    ({ id, document }): Change => ({
      operation: 'update_page',
      page: id,
      document: { document: withOutcomes(document, pages.get(id) ?? new Map()) as never },
    }),
  ),
];

/** The conflicts of a change request with its space: both sides, and the outcome of each. */
export const ConflictsPage = ({ params }: { readonly params: ChangeRequestParams }) => {
  const navigate = useNavigate();
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { data: conflicts } = useSuspenseQuery(readAllConflicts(request));
  const [fields, setFields] = useState<ReadonlyMap<string, FieldOutcome>>(new Map());
  const [pages, setPages] = useState<ReadonlyMap<string, ReadonlyMap<number, Outcome>>>(new Map());
  const documents = useMemo(
    () => conflicts.pages.flatMap(({ document, base }) => [document, base]),
    [conflicts],
  );
  const context = useRenderContext(comparisonOf(request), documents);
  const save = useChangeRequestMutation(
    () =>
      call('POST', `${CHANGE_REQUEST}/content`, {
        params,
        body: { changes: changesFor(conflicts, fields, pages) },
      }),
    {
      onSuccess: () => {
        notify('All conflicts are resolved');
        void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId', params });
      },
    },
  );
  const total =
    conflicts.fields.length +
    conflicts.pages.reduce((sum, { document }) => sum + conflictsOf(document).length, 0);
  const settled = fields.size + [...pages.values()].reduce((sum, { size }) => sum + size, 0);
  if (total === 0) return <p className={styles.empty}>There are no conflicts.</p>;
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        The space and this change request changed the same content. Choose an outcome for each conflict;
        nothing can be merged before.
      </p>
      {conflicts.fields.length > 0 && (
        <section className={styles.object} aria-label="Settings">
          <h2>Settings</h2>
          {conflicts.fields.map((conflict) => (
            <FieldConflictRow
              key={keyOfField(conflict)}
              conflict={conflict}
              title={conflicts.titles.get(conflict.id) ?? conflict.id}
              outcome={fields.get(keyOfField(conflict))}
              onChange={(outcome) => setFields(new Map([...fields, [keyOfField(conflict), outcome]]))}
            />
          ))}
        </section>
      )}
      {conflicts.pages.map((page) => (
        <PageConflicts
          key={page.id}
          page={page}
          context={context}
          outcomes={pages.get(page.id) ?? new Map()}
          onChange={(outcomes) => setPages(new Map([...pages, [page.id, outcomes]]))}
        />
      ))}
      <footer className={styles.footer}>
        <span role="status">
          {settled} of {total} settled
        </span>
        <Button
          variant="primary"
          disabled={settled < total}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          Save outcomes
        </Button>
      </footer>
    </div>
  );
};
