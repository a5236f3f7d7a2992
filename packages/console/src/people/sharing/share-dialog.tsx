import { Tabs } from '@base-ui/react/tabs';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/queries.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import { Field } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { CONTENT_ROLES } from '../roles.ts';
import type { DefaultLevel, SharedContent } from './content-access.ts';
import { Everybody } from './everybody.tsx';
import { Grants } from './grants.tsx';
import { ShareForm } from './share-form.tsx';
import styles from './sharing.module.css';
import { useAccessChanges } from './use-access-changes.ts';

const LEVELS: readonly { readonly id: NonNullable<DefaultLevel> | 'none'; readonly label: string }[] = [
  { id: 'inherit', label: 'As in the collection or organization above' },
  ...CONTENT_ROLES.map(({ id, label }) => ({ id: id as NonNullable<DefaultLevel>, label })),
  { id: 'none', label: 'No access' },
];

const DefaultAccess = ({
  content,
  level,
}: {
  readonly content: SharedContent;
  readonly level: DefaultLevel;
}) => {
  const { setDefault } = useAccessChanges(content);
  return (
    <Field
      label="Everybody else in the organization"
      hint={
        level === null
          ? 'Only people and teams above, and administrators, have access.'
          : 'Guests have access only if it is shared with them.'
      }
    >
      <Select
        options={LEVELS}
        value={level ?? 'none'}
        disabled={setDefault.isPending}
        onChoose={(id) => setDefault.mutate(id === 'none' ? null : id)}
      />
    </Field>
  );
};

const Space = ({
  id,
  children,
}: {
  readonly id: string;
  readonly children: (level: DefaultLevel) => ReactNode;
}) => {
  const { data } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId: id } }));
  return children(data.defaultLevel as DefaultLevel);
};

const Collection = ({
  id,
  children,
}: {
  readonly id: string;
  readonly children: (level: DefaultLevel) => ReactNode;
}) => {
  const { data } = useSuspenseQuery(read('/collections/{collectionId}', { params: { collectionId: id } }));
  return children(data.defaultLevel as DefaultLevel);
};

/** Shares a space or collection, and shows who has which access to it and why. */
export const ShareDialog = ({
  organizationId,
  content,
  title,
  onClose,
}: {
  readonly organizationId: string;
  readonly content: SharedContent;
  readonly title: string;
  readonly onClose: () => void;
}) => {
  const Level = content.kind === 'space' ? Space : Collection;
  return (
    <Dialog title={`Share “${title}”`} isOpen isWide onClose={onClose}>
      <Tabs.Root defaultValue="shared">
        <Tabs.List className={styles.tabs} aria-label="Access">
          <Tabs.Tab value="shared" className={styles.tab}>
            Shared with
          </Tabs.Tab>
          <Tabs.Tab value="everybody" className={styles.tab}>
            Everybody with access
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="shared">
          <Loading id="shared">
            <ShareForm organizationId={organizationId} content={content} />
            <Grants content={content} />
            <Level id={content.id}>{(level) => <DefaultAccess content={content} level={level} />}</Level>
          </Loading>
        </Tabs.Panel>
        <Tabs.Panel value="everybody">
          <Everybody organizationId={organizationId} content={content} />
        </Tabs.Panel>
      </Tabs.Root>
    </Dialog>
  );
};
