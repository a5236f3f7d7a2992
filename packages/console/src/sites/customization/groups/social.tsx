import { Check } from '../../../primitives/check.tsx';
import { Field, TextInput } from '../../../primitives/field.tsx';
import type { Customization } from '../draft.ts';
import { Choice, ListField } from '../fields.tsx';
import { ImageAddress } from '../image-address.tsx';
import type { GroupProps } from './group-props.ts';

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
      hint="Chats and social networks show it with links, at best 1200 by 630 pixels. Without one, each page has a picture with its title."
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
