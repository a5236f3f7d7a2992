import { ColorField } from '../color-field.tsx';
import type { Customization } from '../draft.ts';
import { Choice, LinkFields, ListField } from '../fields.tsx';
import type { GroupProps } from './group-props.ts';

/** The header and its links. */
export const Header = ({ settings: { header, styling }, change }: GroupProps) => {
  const set = (fields: Partial<Customization['header']>) => change('header', fields);
  return (
    <>
      <Choice
        label="Style of the header"
        names={{
          default: 'Default',
          bold: 'Primary color',
          contrast: 'Contrast',
          custom: 'Custom colors',
          none: 'No header',
        }}
        value={header.preset}
        onChoose={(preset) => set({ preset })}
      />
      {header.preset === 'custom' && (
        <>
          <ColorField
            label="Background of the header"
            value={header.backgroundColor ?? styling.primaryColor}
            onChange={(backgroundColor) => set({ backgroundColor })}
          />
          <ColorField
            label="Links of the header"
            value={header.linkColor ?? { light: '#ffffff', dark: '#ffffff' }}
            onChange={(linkColor) => set({ linkColor })}
          />
        </>
      )}
      <ListField
        label="Links in the header"
        itemName="link"
        items={header.links}
        create={() => ({ title: 'Link', to: { kind: 'url' as const, url: 'https://' }, links: [] })}
        onChange={(links) => set({ links })}
      >
        {(link, setLink, at) => (
          <>
            <LinkFields
              name={`link ${at + 1}`}
              link={link}
              onChange={(changed) => setLink({ ...link, ...changed })}
            />
            <Choice
              label={`Style of link ${at + 1}`}
              names={{ link: 'Link', 'button-primary': 'Primary button', 'button-secondary': 'Button' }}
              value={link.style ?? 'link'}
              onChoose={(style) => setLink({ ...link, style })}
            />
            {link.links.length > 0 && (
              <ListField
                label={`Menu of link ${at + 1}`}
                itemName="entry"
                items={link.links}
                create={() => ({ title: 'Link', to: { kind: 'url' as const, url: 'https://' } })}
                onChange={(links) => setLink({ ...link, links })}
              >
                {(entry, setEntry, index) => (
                  <LinkFields
                    name={`entry ${index + 1} of link ${at + 1}`}
                    link={entry}
                    onChange={(changed) => setEntry({ ...entry, ...changed })}
                  />
                )}
              </ListField>
            )}
          </>
        )}
      </ListField>
    </>
  );
};
