import { Link } from '@tanstack/react-router';
import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button, IconButton } from '../../primitives/button.tsx';
import { Field, fieldErrorOf, TextArea, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { LANGUAGES, type Language } from '../languages.ts';
import { SITE, type SiteParams, useSiteMutation } from '../queries.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from '../sites.module.css';
import { LocalizedTexts } from './localized-texts.tsx';
import own from './structure.module.css';
import type { Group, Section, SiteSpace, StructureNode } from './structure-node.ts';

const KINDS: Readonly<Record<StructureNode['item']['object'], string>> = {
  'site-space': 'Space',
  'site-section': 'Section',
  'site-section-group': 'Group of sections',
};
const CONDITION_HINT =
  'An expression over the claims of visitors, such as visitor.claims.plan === "pro". Without one, everybody sees it.';

interface FormProps<Item> {
  readonly params: SiteParams;
  readonly item: Item;
}

const saved = { isInForm: true, onSuccess: () => notify('The settings were saved') } as const;

const SectionForm = ({ params, item }: FormProps<Section>) => {
  const [title, setTitle] = useState(item.title);
  const [path, setPath] = useState(item.path);
  const [icon, setIcon] = useState(item.icon ?? '');
  const [description, setDescription] = useState(item.description ?? '');
  const [localized, setLocalized] = useState(item.localizedTitle ?? {});
  const [condition, setCondition] = useState(item.condition ?? '');
  const saving = useSiteMutation<void>(
    () =>
      call('PATCH', `${SITE}/sections/{siteSectionId}`, {
        params: { ...params, siteSectionId: item.id },
        body: {
          title: title.trim(),
          ...(path !== item.path && { path }),
          icon: icon.trim() || null,
          description: description.trim() || null,
          localizedTitle: Object.keys(localized).length > 0 ? localized : null,
          condition: condition.trim() || null,
        },
      }),
    saved,
  );
  const errorOf = (name: string) => fieldErrorOf(saving.error, `body.${name}`);
  return (
    <SettingsForm saving={saving} fields={['title', 'path', 'icon', 'description', 'condition']}>
      <Field label="Title" error={errorOf('title')}>
        <TextInput
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          minLength={2}
          maxLength={128}
          required
        />
      </Field>
      <LocalizedTexts label="Title in other languages" texts={localized} onChange={setLocalized} />
      <Field label="Path" hint="Part of the addresses of its pages." error={errorOf('path')}>
        <TextInput value={path} onChange={({ target }) => setPath(target.value)} maxLength={100} required />
      </Field>
      <Field label="Description" error={errorOf('description')}>
        <TextArea
          rows={2}
          maxLength={256}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Field>
      <Field label="Icon" hint="The name of a Font Awesome icon, such as rocket." error={errorOf('icon')}>
        <TextInput value={icon} onChange={({ target }) => setIcon(target.value)} maxLength={50} />
      </Field>
      <Field label="Shown if" hint={CONDITION_HINT} error={errorOf('condition')}>
        <TextInput value={condition} onChange={({ target }) => setCondition(target.value)} maxLength={1024} />
      </Field>
    </SettingsForm>
  );
};

const GroupForm = ({ params, item }: FormProps<Group>) => {
  const [title, setTitle] = useState(item.title);
  const [icon, setIcon] = useState(item.icon ?? '');
  const [localized, setLocalized] = useState(item.localizedTitle ?? {});
  const saving = useSiteMutation<void>(
    () =>
      call('PATCH', `${SITE}/section-groups/{siteSectionGroupId}`, {
        params: { ...params, siteSectionGroupId: item.id },
        body: {
          title: title.trim(),
          icon: icon.trim() || null,
          localizedTitle: Object.keys(localized).length > 0 ? localized : null,
        },
      }),
    saved,
  );
  const errorOf = (name: string) => fieldErrorOf(saving.error, `body.${name}`);
  return (
    <SettingsForm saving={saving} fields={['title', 'icon']}>
      <Field label="Title" error={errorOf('title')}>
        <TextInput value={title} onChange={({ target }) => setTitle(target.value)} maxLength={100} required />
      </Field>
      <LocalizedTexts label="Title in other languages" texts={localized} onChange={setLocalized} />
      <Field label="Icon" hint="The name of a Font Awesome icon, such as rocket." error={errorOf('icon')}>
        <TextInput value={icon} onChange={({ target }) => setIcon(target.value)} maxLength={50} />
      </Field>
    </SettingsForm>
  );
};

const UNSET = '';

const SiteSpaceForm = ({ params, item }: FormProps<SiteSpace>) => {
  const { space } = item;
  const [path, setPath] = useState(item.path);
  const [condition, setCondition] = useState(item.condition ?? '');
  const [language, setLanguage] = useState<Language | typeof UNSET>(space.language ?? UNSET);
  const saving = useSiteMutation<void>(async () => {
    await call('PATCH', `${SITE}/site-spaces/{siteSpaceId}`, {
      params: { ...params, siteSpaceId: item.id },
      body: { ...(path !== item.path && { path }), condition: condition.trim() || null },
    });
    if (language !== UNSET && language !== space.language)
      await call('PATCH', '/spaces/{spaceId}', { params: { spaceId: space.id }, body: { language } });
  }, saved);
  const errorOf = (name: string) => fieldErrorOf(saving.error, `body.${name}`);
  return (
    <SettingsForm saving={saving} fields={['path', 'condition', 'language']}>
      <Field
        label="Path"
        hint="Part of the addresses of its pages, unless it is the default."
        error={errorOf('path')}
      >
        <TextInput value={path} onChange={({ target }) => setPath(target.value)} maxLength={100} required />
      </Field>
      <Field
        label="Language"
        hint="The language of the space. Spaces of several languages get a menu in the header."
        error={errorOf('language')}
      >
        <Select
          options={[
            ...(space.language ? [] : [{ id: UNSET, label: 'English (not set)' } as const]),
            ...LANGUAGES,
          ]}
          value={language}
          disabled={!space.permissions.admin}
          onChoose={setLanguage}
        />
      </Field>
      <Field label="Shown if" hint={CONDITION_HINT} error={errorOf('condition')}>
        <TextInput value={condition} onChange={({ target }) => setCondition(target.value)} maxLength={1024} />
      </Field>
    </SettingsForm>
  );
};

const Facts = ({
  item,
  path,
}: {
  readonly item: StructureNode['item'];
  readonly path: string | undefined;
}) => {
  const published = item.object === 'site-section-group' ? undefined : item.urls.published;
  return (
    <p className={own.kind}>
      {KINDS[item.object]}
      {path !== undefined && (
        <>
          {' at '}
          {published ? (
            <a href={published} target="_blank" rel="noreferrer">
              {path}
            </a>
          ) : (
            path
          )}
        </>
      )}
      {item.object === 'site-space' && (
        <>
          {' · '}
          <Link to="/s/$spaceId/$" params={{ spaceId: item.space.id, _splat: '' }}>
            Open the space
          </Link>
        </>
      )}
    </p>
  );
};

/** The settings of an entry of the structure. */
export const ItemPanel = ({
  params,
  node: { title, item },
  path,
  mayChange,
  onMakeDefault,
  onRemove,
  onClose,
}: {
  readonly params: SiteParams;
  readonly node: StructureNode;
  readonly path: string | undefined;
  readonly mayChange: boolean;
  readonly onMakeDefault: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) => (
  <section aria-label={`Settings of ${title}`} className={own.panel}>
    <div className={own.panelHeader}>
      <h3>{title}</h3>
      <IconButton icon={X} label="Close the settings" onClick={onClose} />
    </div>
    <Facts item={item} path={path} />
    {mayChange && (
      <>
        {item.object === 'site-section' && <SectionForm params={params} item={item} />}
        {item.object === 'site-section-group' && <GroupForm params={params} item={item} />}
        {item.object === 'site-space' && <SiteSpaceForm params={params} item={item} />}
        <div className={styles.actions}>
          {item.object !== 'site-section-group' && !item.default && (
            <Button onClick={onMakeDefault}>Make default</Button>
          )}
          <Button variant="danger" icon={Trash2} onClick={onRemove}>
            Remove from the site…
          </Button>
        </div>
      </>
    )}
  </section>
);
