import { Checkbox } from '@base-ui/react/checkbox';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Check, CircleCheck, CircleDot, CircleX, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { Button, IconButton } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import { latestReviews, type Review } from './latest-reviews.ts';
import {
  CHANGE_REQUEST,
  type ChangeRequest,
  type ChangeRequestParams,
  readRequestedReviewers,
  readReviews,
  useChangeRequestMutation,
} from './queries.ts';
import styles from './reviewers.module.css';
import { verdictInWords } from './verdict-words.ts';

const ICONS = { approved: CircleCheck, 'changes-requested': CircleX } as const;

const Verdict = ({ review }: { readonly review: Review | undefined }) => {
  const Icon = review ? ICONS[review.status] : CircleDot;
  return (
    <span className={styles.verdict} data-verdict={review?.outdated ? 'outdated' : review?.status}>
      <Icon size={16} aria-hidden="true" />
      {review ? verdictInWords(review) : 'not reviewed yet'}
    </span>
  );
};

/** The people who may review a change request, except for some. */
const ReviewerChoice = ({
  spaceId,
  except,
  chosen,
  onChange,
}: {
  readonly spaceId: string;
  readonly except: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) => {
  const [search, setSearch] = useState('');
  const { data, isPending } = useQuery(
    read('/spaces/{spaceId}/permissions/aggregate', {
      params: { spaceId },
      query: { limit: 50, ...(search.trim() && { search: search.trim() }) },
    }),
  );
  // A review is a comment with a verdict.
  const people = data?.items.filter(({ user, permission }) => permission !== 'read' && !except.has(user.id));
  return (
    <>
      <Field label="Search people">
        <TextInput value={search} onChange={(event) => setSearch(event.target.value)} />
      </Field>
      <ul className={styles.members}>
        {people?.map(({ user }) => (
          <li key={user.id}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox of Base UI is the control */}
            <label className={styles.member}>
              <Checkbox.Root
                className={styles.check}
                checked={chosen.has(user.id)}
                onCheckedChange={(isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(user.id);
                  else next.delete(user.id);
                  onChange(next);
                }}
              >
                <Checkbox.Indicator>
                  <Check size={13} aria-hidden="true" />
                </Checkbox.Indicator>
              </Checkbox.Root>
              <Avatar name={user.displayName} photo={user.photoURL} />
              {user.displayName}
            </label>
          </li>
        ))}
        {!isPending && people?.length === 0 && <li className={styles.nobody}>Nobody found</li>}
      </ul>
    </>
  );
};

/** The reviewers of a change request with their verdicts, and requests for reviews. */
export const Reviewers = ({
  params,
  request,
}: {
  readonly params: ChangeRequestParams;
  readonly request: ChangeRequest;
}) => {
  const { spaceId } = params;
  const { data: reviews } = useSuspenseQuery(readReviews(params));
  const { data: requested } = useSuspenseQuery(readRequestedReviewers(params));
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const ask = useChangeRequestMutation(
    (users: string[]) => call('POST', `${CHANGE_REQUEST}/requested-reviewers`, { params, body: { users } }),
    { onSuccess: () => setChosen(undefined) },
  );
  const remove = useChangeRequestMutation((userId: string) =>
    call('DELETE', `${CHANGE_REQUEST}/requested-reviewers/{userId}`, { params: { ...params, userId } }),
  );
  const latest = latestReviews(reviews.items);
  const people = new Map([
    ...requested.items.map(({ user }) => [user.id, user] as const),
    ...[...latest.values()].map(({ reviewer }) => [reviewer.id, reviewer] as const),
  ]);
  const asked = new Set(requested.items.map(({ user }) => user.id));
  const mayAsk = request.permissions?.edit && (request.status === 'open' || request.status === 'draft');
  return (
    <section aria-labelledby="reviewers-title" className={styles.section}>
      <h2 id="reviewers-title" className={styles.title}>
        Reviewers
        {mayAsk && (
          <IconButton icon={UserPlus} label="Request reviews" onClick={() => setChosen(new Set())} />
        )}
      </h2>
      {people.size === 0 && <p className={styles.nobody}>Nobody was asked for a review.</p>}
      <ul className={styles.people}>
        {[...people.values()].map((user) => (
          <li key={user.id} className={styles.person}>
            <Avatar name={user.displayName} photo={user.photoURL} />
            <span className={styles.name}>
              {user.displayName}
              <Verdict review={latest.get(user.id)} />
            </span>
            {mayAsk && asked.has(user.id) && !latest.has(user.id) && (
              <IconButton
                icon={X}
                label={`Do not ask ${user.displayName} for a review`}
                onClick={() => remove.mutate(user.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <Dialog
          title="Request reviews"
          description={
            request.status === 'draft' ? 'This opens the draft.' : 'The chosen people are notified.'
          }
          isOpen
          onClose={() => setChosen(undefined)}
        >
          <ReviewerChoice
            spaceId={spaceId}
            except={new Set([request.createdBy.id, ...[...asked].filter((id) => !latest.has(id))])}
            chosen={chosen}
            onChange={setChosen}
          />
          <DialogActions>
            <Button onClick={() => setChosen(undefined)}>Cancel</Button>
            <Button
              variant="primary"
              disabled={chosen.size === 0}
              isBusy={ask.isPending}
              onClick={() => ask.mutate([...chosen])}
            >
              Request
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
};
