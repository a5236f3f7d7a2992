import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../primitives/button.tsx';
import { Field, TextInput } from '../../primitives/field.tsx';
import { Select } from '../../primitives/select.tsx';
import own from './customization.module.css';
import type { ContentLink } from './draft.ts';
import { ImageAddress } from './image-address.tsx';

interface Themed {
  readonly light: string;
  readonly dark: string;
}

/** An image for light and for dark pages; dark pages use the same one if they have none. */
export const ImageField = ({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: Themed | undefined;
  readonly onChange: (value: Themed | undefined) => void;
}) => {
  const set = (light: string, dark: string) =>
    onChange(light === '' && dark === '' ? undefined : { light, dark: dark || light });
  return (
    <>
      <ImageAddress
        label={label}
        hint={hint}
        value={value?.light ?? ''}
        onChange={(light) => set(light, value && value.dark !== value.light ? value.dark : light)}
      />
      {value && (
        <ImageAddress
          label={`${label} on dark pages`}
          mode="dark"
          value={value.dark}
          onChange={(dark) => set(value.light, dark)}
        />
      )}
    </>
  );
};

/** Chooses a setting by its name. */
export const Choice = <Id extends string>({
  label,
  hint,
  names,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly names: Readonly<Record<Id, string>>;
  readonly value: Id;
  readonly onChoose: (id: Id) => void;
}) => (
  <Field label={label} hint={hint}>
    <Select
      options={Object.entries<string>(names).map(([id, name]) => ({ id: id as Id, label: name }))}
      value={value}
      onChoose={onChoose}
    />
  </Field>
);

/** A list with buttons that add, reorder and remove its entries. */
export const ListField = <Item,>({
  label,
  itemName,
  items,
  create,
  onChange,
  children,
}: {
  readonly label: string;
  /** The name of one entry, such as “link”. */
  readonly itemName: string;
  readonly items: readonly Item[];
  readonly create: () => Item;
  readonly onChange: (items: Item[]) => void;
  readonly children: (item: Item, set: (item: Item) => void, at: number) => React.ReactNode;
}) => {
  const swap = (at: number, other: number) => {
    const next = [...items];
    [next[at], next[other]] = [next[other]!, next[at]!];
    onChange(next);
  };
  return (
    <fieldset className={own.list}>
      <legend>{label}</legend>
      {items.map((item, at) => (
        // Entries have no ids: their place is what identifies them.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={own.entry}>
          <div className={own.entryFields}>
            {children(item, (changed) => onChange(items.with(at, changed)), at)}
          </div>
          <div className={own.entryTools}>
            {at > 0 && (
              <IconButton
                icon={ArrowUp}
                label={`Move ${itemName} ${at + 1} up`}
                onClick={() => swap(at, at - 1)}
              />
            )}
            {at < items.length - 1 && (
              <IconButton
                icon={ArrowDown}
                label={`Move ${itemName} ${at + 1} down`}
                onClick={() => swap(at, at + 1)}
              />
            )}
            <IconButton
              icon={Trash2}
              label={`Remove ${itemName} ${at + 1}`}
              onClick={() => onChange(items.toSpliced(at, 1))}
            />
          </div>
        </div>
      ))}
      <Button icon={Plus} onClick={() => onChange([...items, create()])}>
        Add {itemName}
      </Button>
    </fieldset>
  );
};

/** The title and the address of a link. A link to content keeps its target. */
export const LinkFields = ({
  name,
  link,
  onChange,
}: {
  readonly name: string;
  readonly link: { readonly title: string; readonly to: ContentLink['to'] | null };
  readonly onChange: (link: { title: string; to: ContentLink['to'] }) => void;
}) => {
  const to = link.to ?? { kind: 'url' as const, url: '' };
  return (
    <>
      <Field label={`Title of ${name}`}>
        <TextInput
          value={link.title}
          maxLength={64}
          onChange={({ target }) => onChange({ title: target.value, to })}
        />
      </Field>
      {to.kind === 'url' ? (
        <Field label={`Address of ${name}`}>
          <TextInput
            type="url"
            placeholder="https://…"
            value={to.url}
            onChange={({ target }) => onChange({ title: link.title, to: { kind: 'url', url: target.value } })}
          />
        </Field>
      ) : (
        <p className={own.kept}>
          Leads to a {to.kind} of the organization.{' '}
          <button
            type="button"
            className={own.inline}
            onClick={() => onChange({ title: link.title, to: { kind: 'url', url: '' } })}
          >
            Use an address instead
          </button>
        </p>
      )}
    </>
  );
};
