import { conflictsOf, type Document } from '@lectern/document';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import type { RenderContext } from '../../../../site/src/document/context.ts';
import { call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { propertyName, valueInWords } from '../../review/difference/words.ts';
import { useRenderContext } from '../../review/render-context.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequestParams,
  comparisonOf,
  readChangeRequest,
  readMergeStatus,
  useChangeRequestMutation,
} from '../queries.ts';
import styles from './conflicts-page.module.css';
import {
  changesFor,
  type FieldOutcome,
  isSettled,
  keyOfField,
  keysOf,
  keysOfBody,
  type Outcomes,
  outcomesOf,
  unusedTexts,
} from './outcomes.ts';
import { type ConflictedBody, type KnownFieldConflict, readAllConflicts } from './queries.ts';
import { markedSides, textBlocks } from './render-sides.ts';
import { basesOf, blocksOf, markdownOfBoth, type Outcome } from './resolve.ts';
import { SettledElsewhere } from './settled-elsewhere.tsx';
import { Blocks, Value } from './side.tsx';
import { useKeptOutcomes } from './use-kept-outcomes.ts';

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

/** An outcome that is edited by hand, after it was changed or confirmed. */
const written = <Edited extends { readonly isUntouched?: true }>(
  { isUntouched: _, ...outcome }: Edited,
  change: Partial<Edited>,
) => ({ ...outcome, ...change });

/** Confirms the text with which editing by hand begins. */
const UseText = ({ onUse }: { readonly onUse: () => void }) => (
  <div className={styles.actions}>
    <Button onClick={onUse}>Use this text</Button>
  </div>
);

const SIDES = [
  ['primary', 'Take the version of the space'],
  ['changed', 'Take the version of this change request'],
] as const;

const BodyConflicts = ({
  body,
  context,
  outcomes,
  onChange,
}: {
  readonly body: ConflictedBody;
  readonly context: RenderContext;
  readonly outcomes: Outcomes;
  readonly onChange: (key: string, outcome: Outcome) => void;
}) => {
  const { title } = body;
  const conflicts = useMemo(() => conflictsOf(body.document), [body]);
  const keys = useMemo(() => keysOfBody(body), [body]);
  const marked = useMemo(() => conflicts.map(markedSides), [conflicts]);
  const bases = useMemo(() => (body.base ? basesOf(body.base, body.document) : []), [body]);
  return (
    <section className={styles.object} aria-label={title}>
      <h2>{body.kind === 'page' ? title : `Reusable content: ${title}`}</h2>
      {conflicts.map((conflict, at) => {
        const key = keys[at]!;
        const outcome = outcomes[key] as Outcome | undefined;
        const set = (next: Outcome) => onChange(key, next);
        return (
          <article key={key} className={styles.conflict} data-settled={isSettled(outcome)}>
            <div className={styles.sides}>
              {bases[at] && <Blocks label="Before" blocks={bases[at]} context={context} />}
              <Blocks label="In the space" blocks={marked[at]!.primary} context={context} />
              <Blocks label="In this change request" blocks={marked[at]!.changed} context={context} />
            </div>
            <Choices
              label={`Outcome of conflict ${at + 1} in ${title}`}
              value={outcome?.take}
              options={[...SIDES, ['both', 'Take both'], ['edit', 'Edit by hand']]}
              onChange={(take) =>
                set(
                  take === 'edit'
                    ? {
                        take,
                        markdown: markdownOfBoth(conflict),
                        documentId: body.documentId,
                        isUntouched: true,
                      }
                    : { take },
                )
              }
            />
            {outcome?.take === 'edit' && (
              <>
                <textarea
                  aria-label="Outcome in Markdown"
                  className={styles.editor}
                  rows={outcome.markdown.split('\n').length + 1}
                  value={outcome.markdown}
                  onChange={({ target }) => set(written(outcome, { markdown: target.value }))}
                />
                {!isSettled(outcome) && <UseText onUse={() => set(written(outcome, {}))} />}
              </>
            )}
            {outcome && isSettled(outcome) && (
              <Blocks label="Outcome" blocks={blocksOf(conflict, outcome)} context={context} />
            )}
          </article>
        );
      })}
    </section>
  );
};

const existenceOptions = ({ primary, changed }: KnownFieldConflict) =>
  [
    ['primary', `${primary === false ? 'Delete' : 'Keep'} it, as in the space`],
    ['changed', `${changed === false ? 'Delete' : 'Keep'} it, as in this change request`],
  ] as const;

const existence = (value: unknown): string => (value === false ? 'Deleted' : 'Kept');

/** One side of a deletion: the words that it has, if there are any. */
const Existence = ({
  label,
  document,
  exists,
  context,
}: {
  readonly label: string;
  readonly document: Document | undefined;
  readonly exists: boolean;
  readonly context: RenderContext;
}) =>
  exists && document ? (
    <Blocks label={label} blocks={document.nodes} context={context} />
  ) : (
    <Value label={label} words={existence(exists)} />
  );

const FieldConflictRow = ({
  conflict,
  title,
  context,
  outcome,
  onChange,
}: {
  readonly conflict: KnownFieldConflict;
  readonly title: string;
  readonly context: RenderContext;
  readonly outcome: FieldOutcome | undefined;
  readonly onChange: (outcome: FieldOutcome) => void;
}) => {
  const { field, kind, base, bodies, primary, changed } = conflict;
  const words = field === 'existence' ? existence : valueInWords;
  const outcomeInWords = (chosen: FieldOutcome) =>
    chosen.take === 'edit' ? chosen.value : words(conflict[chosen.take]);
  const texts =
    typeof primary === 'string' && typeof changed === 'string'
      ? markedSides({ primary: textBlocks(words(primary)), changed: textBlocks(words(changed)) })
      : undefined;
  const isText =
    kind === 'page' && typeof changed === 'string' && (field === 'title' || field === 'description');
  return (
    <article className={styles.conflict} data-settled={isSettled(outcome)}>
      <h3 className={styles.field}>
        {title}: {field === 'existence' ? 'deleted on one side' : propertyName(field).toLowerCase()}
      </h3>
      <div className={styles.sides}>
        {field === 'existence' ? (
          <>
            <Existence label="Before" document={bodies?.before} exists context={context} />
            <Existence
              label="In the space"
              document={bodies?.kept}
              exists={primary !== false}
              context={context}
            />
            <Existence
              label="In this change request"
              document={bodies?.kept}
              exists={changed !== false}
              context={context}
            />
          </>
        ) : (
          <>
            {'base' in conflict && <Value label="Before" words={words(base)} />}
            {texts ? (
              <>
                <Blocks label="In the space" blocks={texts.primary} context={context} />
                <Blocks label="In this change request" blocks={texts.changed} context={context} />
              </>
            ) : (
              <>
                <Value label="In the space" words={words(primary)} />
                <Value label="In this change request" words={words(changed)} />
              </>
            )}
          </>
        )}
      </div>
      <Choices
        label={
          field === 'existence'
            ? `Keep or delete ${title}`
            : `Outcome of ${propertyName(field).toLowerCase()} of ${title}`
        }
        value={outcome?.take}
        options={[
          ...(field === 'existence' ? existenceOptions(conflict) : SIDES),
          ...(isText ? ([['edit', 'Edit by hand']] as const) : []),
        ]}
        onChange={(take) =>
          onChange(take === 'edit' ? { take, value: String(changed), isUntouched: true } : { take })
        }
      />
      {outcome?.take === 'edit' && (
        <>
          <TextInput
            aria-label={propertyName(field)}
            value={outcome.value}
            onChange={(event) => onChange({ take: 'edit', value: event.target.value })}
          />
          {!isSettled(outcome) && <UseText onUse={() => onChange(written(outcome, {}))} />}
        </>
      )}
      {outcome && isSettled(outcome) && <Value label="Outcome" words={outcomeInWords(outcome)} />}
    </article>
  );
};

/** The conflicts of a change request with its space: both sides, and the outcome of each. */
export const ConflictsPage = ({ params }: { readonly params: ChangeRequestParams }) => {
  const navigate = useNavigate();
  const { data: request } = useSuspenseQuery(readChangeRequest(params));
  const { data: status } = useSuspenseQuery(readMergeStatus(params));
  const { data: conflicts } = useSuspenseQuery(readAllConflicts(request));
  const { data: user } = useSuspenseQuery(read('/user'));
  const [outcomes, keep] = useKeptOutcomes(user.id, request.id);
  const choose = (key: string, outcome: Outcome | FieldOutcome) => keep({ ...outcomes, [key]: outcome });
  const documents = useMemo(
    () => [
      ...conflicts.bodies.flatMap(({ document, base }) => [document, base]),
      ...conflicts.fields.flatMap(({ bodies }) => [bodies?.before, bodies?.kept]),
    ],
    [conflicts],
  );
  const context = useRenderContext(comparisonOf(request), documents);
  const save = useChangeRequestMutation(
    () =>
      call('POST', `${CHANGE_REQUEST}/content`, {
        params,
        body: { changes: changesFor(conflicts, outcomes) },
      }),
    {
      onSuccess: () => {
        const left = unused.map(({ key }) => key);
        keep(left.length > 0 ? outcomesOf(outcomes, left) : undefined);
        notify('All conflicts are resolved');
        if (left.length === 0) void navigate({ to: '/s/$spaceId/~/changes/$changeRequestId', params });
      },
    },
  );
  const keys = useMemo(() => keysOf(conflicts), [conflicts]);
  const unused = useMemo(() => unusedTexts(outcomes, keys), [outcomes, keys]);
  const forget = (key: string) =>
    keep(
      outcomesOf(
        outcomes,
        Object.keys(outcomes).filter((each) => each !== key),
      ),
    );
  const settledElsewhere = unused.map((text) => (
    <SettledElsewhere
      key={text.key}
      request={request}
      unused={text}
      outcomes={outcomes}
      userId={user.id}
      context={context}
      onDone={() => forget(text.key)}
    />
  ));
  const total = keys.length;
  const settled = keys.filter((key) => isSettled(outcomes[key])).length;
  if (total === 0)
    return (
      <div className={styles.page}>
        {settledElsewhere}
        <p className={styles.empty}>
          {status.conflicts === 'with-space'
            ? 'This change request conflicts with changes in the space. Update it from the space on its overview to resolve them.'
            : 'There are no conflicts.'}
        </p>
      </div>
    );
  return (
    <div className={styles.page}>
      {settledElsewhere}
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
              context={context}
              outcome={outcomes[keyOfField(conflict)] as FieldOutcome | undefined}
              onChange={(outcome) => choose(keyOfField(conflict), outcome)}
            />
          ))}
        </section>
      )}
      {conflicts.bodies.map((body) => (
        <BodyConflicts key={body.id} body={body} context={context} outcomes={outcomes} onChange={choose} />
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
