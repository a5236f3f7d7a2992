import { Check } from '../../primitives/check.tsx';
import { Field, TextInput } from '../../primitives/field.tsx';
import { LocalizedTexts } from '../structure/localized-texts.tsx';
import { type Change, type Customization, type PageAction, withAction } from './draft.ts';
import { Choice, ColorField, ImageField, LinkFields, ListField } from './fields.tsx';
import { ImageAddress } from './image-address.tsx';

interface GroupProps {
  readonly settings: Customization;
  /** Whether the settings are those of one space, which cannot have all of its own. */
  readonly isOfSpace?: boolean;
  readonly change: Change;
}

const FONTS: Readonly<Record<string, string>> = {
  Inter: 'Inter',
  Roboto: 'Roboto',
  RobotoSlab: 'Roboto Slab',
  OpenSans: 'Open Sans',
  SourceSansPro: 'Source Sans',
  Lato: 'Lato',
  Ubuntu: 'Ubuntu',
  Raleway: 'Raleway',
  Merriweather: 'Merriweather',
  Overpass: 'Overpass',
  NotoSans: 'Noto Sans',
  IBMPlexSerif: 'IBM Plex Serif',
  Poppins: 'Poppins',
  FiraSans: 'Fira Sans',
  ABCFavorit: 'ABC Favorit',
};
const MONOSPACE_FONTS: Readonly<Record<string, string>> = {
  IBMPlexMono: 'IBM Plex Mono',
  FiraCode: 'Fira Code',
  JetBrainsMono: 'JetBrains Mono',
  SourceCodePro: 'Source Code Pro',
  RobotoMono: 'Roboto Mono',
  SpaceMono: 'Space Mono',
  DMMono: 'DM Mono',
  Inconsolata: 'Inconsolata',
};
const UPLOADED = 'custom';

type Styling = Customization['styling'];

const FontChoice = ({
  label,
  names,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly names: Readonly<Record<string, string>>;
  readonly value: Styling['font'] | Styling['monospaceFont'];
  readonly onChoose: (name: string) => void;
}) => (
  <Choice
    label={label}
    names={typeof value === 'string' ? names : { [UPLOADED]: `${value.fontFamily} (your own)`, ...names }}
    value={typeof value === 'string' ? value : UPLOADED}
    onChoose={(name) => name !== UPLOADED && onChoose(name)}
  />
);

/** The theme, the shapes and the fonts. */
export const Look = ({ settings: { styling, themes }, isOfSpace = false, change }: GroupProps) => {
  const set = (fields: Partial<Styling>) => change('styling', fields);
  return (
    <>
      <Choice
        label="Theme"
        names={{ clean: 'Clean', muted: 'Muted', bold: 'Bold', gradient: 'Gradient' }}
        value={styling.theme}
        onChoose={(theme) => set({ theme })}
      />
      {!isOfSpace && (
        <>
          <FontChoice
            label="Font"
            names={FONTS}
            value={styling.font}
            onChoose={(font) => set({ font: font as Styling['font'] })}
          />
          <FontChoice
            label="Font of code"
            names={MONOSPACE_FONTS}
            value={styling.monospaceFont}
            onChoose={(font) => set({ monospaceFont: font as Styling['monospaceFont'] })}
          />
        </>
      )}
      <Choice
        label="Corners"
        names={{ rounded: 'Rounded', straight: 'Straight', circular: 'Circular' }}
        value={styling.corners}
        onChoose={(corners) => set({ corners })}
      />
      <Choice
        label="Depth"
        names={{ subtle: 'Shadows', flat: 'Flat' }}
        value={styling.depth}
        onChoose={(depth) => set({ depth })}
      />
      <Choice
        label="Links"
        names={{ default: 'Colored', accent: 'Underlined in color' }}
        value={styling.links}
        onChoose={(links) => set({ links })}
      />
      <Choice
        label="Icons"
        names={{ regular: 'Regular', solid: 'Solid', duotone: 'Duotone', light: 'Light', thin: 'Thin' }}
        value={styling.icons}
        onChoose={(icons) => set({ icons })}
      />
      <Choice
        label="Search"
        names={{ subtle: 'Small', prominent: 'Prominent' }}
        value={styling.search}
        onChoose={(search) => set({ search })}
      />
      <Choice
        label="Background of the sidebar"
        names={{ default: 'Like the page', filled: 'Filled' }}
        value={styling.sidebar.background}
        onChoose={(background) => set({ sidebar: { ...styling.sidebar, background } })}
      />
      <Choice
        label="Current page in the sidebar"
        names={{ default: 'Default', pill: 'Pill', line: 'Line' }}
        value={styling.sidebar.list}
        onChoose={(list) => set({ sidebar: { ...styling.sidebar, list } })}
      />
      <Choice
        label="Light or dark at first"
        names={{ light: 'Light', dark: 'Dark', system: 'As the system of the reader' }}
        value={themes.default}
        onChoose={(first) => change('themes', { default: first })}
      />
      <Check
        label="Readers may switch between light and dark"
        isOn={themes.toggeable}
        onChange={(toggeable) => change('themes', { toggeable })}
      />
    </>
  );
};

/** The colors, with their contrast. */
export const Colors = ({ settings: { styling }, change }: GroupProps) => {
  const set = (fields: Partial<Styling>) => change('styling', fields);
  return (
    <>
      <ColorField
        label="Primary color"
        value={styling.primaryColor}
        onChange={(primaryColor) => set({ primaryColor })}
      />
      <Check
        label="Tint"
        hint="A color for backgrounds and quiet text."
        isOn={styling.tint !== undefined}
        onChange={(isOn) =>
          set({ tint: isOn ? { color: styling.primaryColor } : undefined } as Partial<Styling>)
        }
      />
      {styling.tint && (
        <ColorField
          label="Color of the tint"
          value={styling.tint.color}
          onChange={(color) => set({ tint: { color } })}
        />
      )}
      <ColorField label="Info" value={styling.infoColor} onChange={(infoColor) => set({ infoColor })} />
      <ColorField
        label="Success"
        value={styling.successColor}
        onChange={(successColor) => set({ successColor })}
      />
      <ColorField
        label="Warning"
        value={styling.warningColor}
        onChange={(warningColor) => set({ warningColor })}
      />
      <ColorField
        label="Danger"
        value={styling.dangerColor}
        onChange={(dangerColor) => set({ dangerColor })}
      />
    </>
  );
};

/** The title, the logo and the icon of the site. */
export const Identity = ({
  settings: { title = '', localizedTitle = {}, header, favicon },
  change,
  onTitle,
  onLocalizedTitle,
  onFavicon,
}: GroupProps & {
  readonly onTitle: (title: string) => void;
  readonly onLocalizedTitle: (titles: Readonly<Record<string, string>>) => void;
  readonly onFavicon: (favicon: Customization['favicon']) => void;
}) => {
  const emoji = 'emoji' in favicon ? (favicon.emoji as string) : '';
  const icon = 'icon' in favicon ? (favicon.icon as { light: string; dark: string }) : undefined;
  return (
    <>
      <Field label="Title for readers" hint="Without one, it is the title of the site in the console.">
        <TextInput value={title} maxLength={128} onChange={({ target }) => onTitle(target.value)} />
      </Field>
      <LocalizedTexts
        label="Title for readers in other languages"
        texts={localizedTitle}
        onChange={onLocalizedTitle}
      />
      <ImageField
        label="Logo"
        hint="It takes the place of the title in the header. Upload an image, or name its address."
        value={header.logo}
        onChange={(logo) => change('header', { logo } as Partial<Customization['header']>)}
      />
      <Field label="Emoji of the favicon" hint="The icon in the tab of the browser.">
        <TextInput
          value={emoji}
          maxLength={50}
          disabled={icon !== undefined}
          onChange={({ target }) => onFavicon(target.value === '' ? {} : { emoji: target.value })}
        />
      </Field>
      <ImageField
        label="Image of the favicon"
        value={icon}
        onChange={(given) => onFavicon(given ? { icon: given } : {})}
      />
    </>
  );
};

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

const NO_ANNOUNCEMENT = { enabled: false, message: '', style: 'info' as const };

/** The announcement above all pages. */
export const Announcement = ({ settings, change }: GroupProps) => {
  const announcement = settings.announcement ?? NO_ANNOUNCEMENT;
  const set = (fields: Partial<typeof announcement>) =>
    change('announcement', { ...announcement, ...fields } as NonNullable<Customization['announcement']>);
  return (
    <>
      <Field label="Message" hint="A line above all pages, which readers can close.">
        <TextInput
          value={announcement.message}
          minLength={2}
          maxLength={128}
          onChange={({ target }) => set({ message: target.value, enabled: target.value !== '' })}
        />
      </Field>
      <Check
        label="Show the announcement"
        isOn={announcement.enabled}
        isDisabled={announcement.message === ''}
        onChange={(enabled) => set({ enabled })}
      />
      <Choice
        label="Kind"
        names={{ info: 'Information', success: 'Success', warning: 'Warning', danger: 'Danger' }}
        value={announcement.style}
        onChoose={(style) => set({ style } as Partial<typeof announcement>)}
      />
      <Check
        label="With a link"
        isOn={'link' in announcement && announcement.link !== undefined}
        onChange={(isOn) =>
          set({
            link: isOn ? { title: 'Read more', to: { kind: 'url', url: 'https://' } } : undefined,
          } as Partial<typeof announcement>)
        }
      />
      {'link' in announcement && announcement.link && (
        <LinkFields
          name="the announcement"
          link={announcement.link}
          onChange={(link) => set({ link } as Partial<typeof announcement>)}
        />
      )}
    </>
  );
};

const ACTIONS: Readonly<Record<PageAction, string>> = {
  markdown: 'Copy and show as Markdown',
  pdf: 'PDF of the page',
  git: 'Edit in the git repository',
  'external-ai': 'Open in an AI assistant',
  mcp: 'Connect a program (MCP)',
  assistant: 'Ask the assistant',
};

/** What pages offer to readers. */
export const Pages = ({ settings, isOfSpace = false, change }: GroupProps) => {
  const { items } = settings.pageActions;
  return (
    <>
      {isOfSpace ? (
        <>
          <Check
            label={ACTIONS.pdf}
            isOn={settings.pdf.enabled}
            onChange={(enabled) => change('pdf', { enabled })}
          />
          <Check
            label={ACTIONS.git}
            isOn={settings.git.showEditLink}
            onChange={(showEditLink) => change('git', { showEditLink })}
          />
        </>
      ) : (
        Object.entries(ACTIONS).map(([action, name]) => (
          <Check
            key={action}
            label={name}
            isOn={items.includes(action as PageAction)}
            onChange={(isOn) =>
              change('pageActions', { items: withAction(items, action as PageAction, isOn) })
            }
          />
        ))
      )}
      <Check
        label="Ask readers whether a page was helpful"
        isOn={settings.feedback.enabled}
        onChange={(enabled) => change('feedback', { enabled })}
      />
      <Check
        label="Links to the previous and next page"
        isOn={settings.pagination.enabled}
        onChange={(enabled) => change('pagination', { enabled })}
      />
      <Check
        label="Open links to other sites in a new tab"
        isOn={settings.externalLinks.target === 'blank'}
        onChange={(isOn) => change('externalLinks', { target: isOn ? 'blank' : 'self' })}
      />
      <Check
        label="Name Lectern at the end of pages"
        isOn={settings.trademark.enabled}
        onChange={(enabled) => change('trademark', { enabled })}
      />
    </>
  );
};

/** The language of the interface, if a space has none. */
export const Languages = ({ settings, change }: GroupProps) => (
  <Choice
    label="Language of the interface"
    hint="For spaces without a language of their own."
    names={{
      en: 'English',
      fr: 'French',
      es: 'Spanish',
      zh: 'Chinese',
      ja: 'Japanese',
      de: 'German',
      nl: 'Dutch',
      no: 'Norwegian',
      'pt-br': 'Portuguese (Brazil)',
      ru: 'Russian',
    }}
    value={settings.internationalization.locale}
    onChoose={(locale) => change('internationalization', { locale })}
  />
);

const PLATFORMS: Readonly<Record<Customization['socialAccounts'][number]['platform'], string>> = {
  github: 'GitHub',
  discord: 'Discord',
  slack: 'Slack',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  reddit: 'Reddit',
  medium: 'Medium',
  threads: 'Threads',
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
};

/** The picture of links in chats, accounts elsewhere, and privacy. */
export const Social = ({
  settings,
  isOfSpace = false,
  change,
  onAccounts,
}: GroupProps & { readonly onAccounts: (accounts: Customization['socialAccounts']) => void }) => (
  <>
    <ImageAddress
      label="Social picture"
      hint="Chats and social networks show it with links, at best 1200 by 630 pixels."
      value={settings.socialPreview.url ?? ''}
      onChange={(url) => change('socialPreview', { url })}
    />
    {!isOfSpace && (
      <ListField
        label="Accounts"
        itemName="account"
        items={settings.socialAccounts}
        create={() => ({ platform: 'github' as const, handle: '', display: { footer: true, header: false } })}
        onChange={onAccounts}
      >
        {(account, setAccount, at) => (
          <>
            <Choice
              label={`Platform of account ${at + 1}`}
              names={PLATFORMS}
              value={account.platform}
              onChoose={(platform) => setAccount({ ...account, platform })}
            />
            <Field label={`Name of account ${at + 1}`}>
              <TextInput
                value={account.handle}
                maxLength={128}
                required
                onChange={({ target }) => setAccount({ ...account, handle: target.value })}
              />
            </Field>
            <Check
              label="In the header"
              isOn={account.display.header}
              onChange={(header) => setAccount({ ...account, display: { ...account.display, header } })}
            />
            <Check
              label="In the footer"
              isOn={account.display.footer}
              onChange={(footer) => setAccount({ ...account, display: { ...account.display, footer } })}
            />
          </>
        )}
      </ListField>
    )}
    <Field label="Address of the privacy policy">
      <TextInput
        type="url"
        placeholder="https://…"
        value={settings.privacyPolicy.url ?? ''}
        onChange={({ target }) => change('privacyPolicy', { url: target.value })}
      />
    </Field>
    <Check
      label="Recognize returning readers by a cookie"
      isOn={settings.insights.trackingCookie}
      onChange={(trackingCookie) => change('insights', { trackingCookie })}
    />
  </>
);
