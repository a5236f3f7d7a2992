import { Field, TextInput } from '../../../primitives/field.tsx';
import type { Customization } from '../draft.ts';
import { ImageField, LinkFields, ListField } from '../fields.tsx';
import type { GroupProps } from './group-props.ts';

/** The footer: its logo, its text and its groups of links. */
export const Footer = ({ settings: { footer }, change }: GroupProps) => {
  const set = (fields: Partial<Customization['footer']>) => change('footer', fields);
  return (
    <>
      <Field label="Copyright">
        <TextInput
          value={footer.copyright ?? ''}
          maxLength={300}
          placeholder="© 2026 Acme"
          onChange={({ target }) => set({ copyright: target.value })}
        />
      </Field>
      <ImageField
        label="Logo in the footer"
        value={footer.logo}
        onChange={(logo) => set({ logo } as Partial<Customization['footer']>)}
      />
      <ListField
        label="Groups of links"
        itemName="group"
        items={footer.groups}
        create={() => ({ title: 'Links', links: [] })}
        onChange={(groups) => set({ groups })}
      >
        {(group, setGroup, at) => (
          <>
            <Field label={`Title of group ${at + 1}`}>
              <TextInput
                value={group.title}
                maxLength={256}
                onChange={({ target }) => setGroup({ ...group, title: target.value })}
              />
            </Field>
            <ListField
              label={`Links of group ${at + 1}`}
              itemName="link"
              items={group.links}
              create={() => ({ title: 'Link', to: { kind: 'url' as const, url: 'https://' } })}
              onChange={(links) => setGroup({ ...group, links })}
            >
              {(link, setLink, index) => (
                <LinkFields
                  name={`link ${index + 1} of group ${at + 1}`}
                  link={link}
                  onChange={(changed) => setLink({ ...link, ...changed })}
                />
              )}
            </ListField>
          </>
        )}
      </ListField>
    </>
  );
};
