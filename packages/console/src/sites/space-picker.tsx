import { Book } from 'lucide-react';
import { useState } from 'react';
import dialogs from '../contents/dialogs.module.css';
import { useContents } from '../contents/queries.ts';
import { ContentIcon } from '../primitives/content-icon.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import styles from './sites.module.css';

type Space = ReturnType<typeof useContents>['spaces'][number];

/** A space that was picked. */
export interface PickedSpace {
  readonly id: string;
  readonly title: string;
}

// More are found by their titles.
const SHOWN = 50;

/** Chooses one of the spaces of an organization. */
export const SpacePicker = ({
  organizationId,
  label = 'Space',
  isOffered = () => true,
  value,
  onPick,
}: {
  readonly organizationId: string;
  readonly label?: string;
  /** Whether a space can be chosen. */
  readonly isOffered?: (space: Space) => boolean;
  readonly value: string | undefined;
  readonly onPick: (space: PickedSpace) => void;
}) => {
  const { spaces, collections } = useContents(organizationId);
  const [text, setText] = useState('');
  const words = text.trim().toLocaleLowerCase();
  const found = spaces.filter((space) => isOffered(space) && space.title.toLocaleLowerCase().includes(words));
  return (
    <>
      <Field label={label}>
        <TextInput
          type="search"
          placeholder="Words of the title"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div role="radiogroup" aria-label={`${label} to choose`} className={dialogs.targets}>
        {found.slice(0, SHOWN).map((space) => (
          <label key={space.id} className={dialogs.target}>
            <input
              type="radio"
              name="space"
              value={space.id}
              checked={value === space.id}
              onChange={() => onPick({ id: space.id, title: space.title || 'Untitled' })}
            />
            <ContentIcon emoji={space.emoji} icon={Book} />
            <span className={dialogs.name}>{space.title || 'Untitled'}</span>
            <span className={dialogs.note}>{collections.find(({ id }) => id === space.parent)?.title}</span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.note}>No space matches.</p>}
      </div>
      {found.length > SHOWN && (
        <p className={styles.note}>{found.length - SHOWN} more: type words of the title.</p>
      )}
    </>
  );
};
