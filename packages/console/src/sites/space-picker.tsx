import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Book } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ItemOf } from '../api/operations.ts';
import dialogs from '../contents/dialogs.module.css';
import { findSpaces, readCollections } from '../contents/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { Field, FormError, TextInput } from '../primitives/field.tsx';
import styles from './sites.module.css';

type OfferedSpace = ItemOf<'/orgs/{organizationId}/spaces'>;

/** A space that was picked. */
export type PickedSpace = Pick<OfferedSpace, 'id' | 'title'>;

/** Chooses one of the spaces of an organization, which the server searches by title. */
export const SpacePicker = ({
  organizationId,
  label = 'Space',
  hint,
  isOffered = () => true,
  value,
  onPick,
}: {
  readonly organizationId: string;
  readonly label?: string;
  readonly hint?: string;
  /** Whether a space can be chosen; others are shown, but disabled. */
  readonly isOffered?: (space: OfferedSpace) => boolean;
  readonly value: string | undefined;
  readonly onPick: (space: OfferedSpace) => void;
}) => {
  const [text, setText] = useState('');
  const words = useDeferredValue(text.trim());
  const { data: collections } = useQuery(readCollections(organizationId));
  const { data, error } = useQuery({
    ...findSpaces(organizationId, words),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const hidden = (data?.count ?? 0) - found.length;
  return (
    <>
      <Field label={label} {...(hint && { hint })}>
        <TextInput
          type="search"
          placeholder="Words of the title"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div
        role="radiogroup"
        aria-label={`${label} to choose`}
        aria-busy={data === undefined && !error}
        className={dialogs.targets}
      >
        {found.map((space) => (
          <label key={space.id} className={dialogs.target}>
            <input
              type="radio"
              name="space"
              value={space.id}
              disabled={!isOffered(space)}
              checked={value === space.id}
              onChange={() => onPick({ ...space, title: space.title || 'Untitled' })}
            />
            <ContentIcon emoji={space.emoji} icon={Book} />
            <span className={dialogs.name}>{space.title || 'Untitled'}</span>
            <span className={dialogs.note}>{collections?.find(({ id }) => id === space.parent)?.title}</span>
          </label>
        ))}
        {data && found.length === 0 && <p className={styles.note}>No space matches.</p>}
      </div>
      <FormError error={error} />
      {hidden > 0 && <p className={styles.note}>{hidden} more: type words of the title.</p>}
    </>
  );
};
