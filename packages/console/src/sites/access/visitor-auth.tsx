import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { Choices } from '../../primitives/choices.tsx';
import { CopyButton } from '../../primitives/copy-button.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { SITE, type Site, type SiteParams, useSiteMutation } from '../queries.ts';
import { SettingsForm } from '../settings-form.tsx';
import styles from '../sites.module.css';
import { ClaimsField, parseClaims } from './claims-field.tsx';

const AUTH = '/orgs/{organizationId}/sites/{siteId}/publishing/auth';

const BACKENDS = [
  {
    id: 'custom',
    title: 'Your own sign-in',
    description: 'Visitors are sent to your address; your server signs a token and sends them back.',
  },
  {
    id: 'integration',
    title: 'An integration',
    description: 'An installed integration, such as one for an identity provider, signs visitors in.',
  },
] as const;

const SettingsOf = ({ params }: { readonly params: SiteParams }) => {
  const { data: auth } = useSuspenseQuery(read(AUTH, { params }));
  const [backend, setBackend] = useState(auth.backend);
  const [fallback, setFallback] = useState(auth.fallbackURL ?? '');
  const saving = useSiteMutation(
    () => call('PATCH', AUTH, { params, body: { backend, fallbackURL: fallback.trim() || null } }),
    { isInForm: true, onSuccess: () => notify('The visitor authentication was saved') },
  );
  return (
    <SettingsForm
      saving={saving}
      fields={['fallbackURL']}
      isUnchanged={backend === auth.backend && fallback.trim() === (auth.fallbackURL ?? '')}
    >
      <Choices
        legend="Visitors sign in with"
        name="backend"
        choices={BACKENDS}
        value={backend}
        onChange={setBackend}
      />
      {backend === 'custom' && (
        <Field
          label="Sign-in address"
          hint="Visitors without a token are sent here, with the page that they opened in the parameter “location”."
          error={fieldErrorOf(saving.error, 'body.fallbackURL')}
        >
          <TextInput
            type="url"
            placeholder="https://example.com/login"
            value={fallback}
            onChange={({ target }) => setFallback(target.value)}
          />
        </Field>
      )}
    </SettingsForm>
  );
};

const PrivateKey = ({ params }: { readonly params: SiteParams }) => {
  const { data: auth } = useSuspenseQuery(read(AUTH, { params }));
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const regeneration = useSiteMutation(() => call('POST', `${AUTH}/regenerate`, { params }), {
    isInForm: true,
    onSuccess: () => {
      setAsking(false);
      notify('The site has a new private key');
    },
  });
  return (
    <>
      <p className={styles.note}>
        Your server signs tokens of visitors (JWT, HS256) with this key. Keep it secret.
      </p>
      <div className={styles.url}>
        <code>{isShown ? auth.privateKey : '•'.repeat(32)}</code>
        <Button variant="quiet" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={auth.privateKey} label="Copy the private key" />
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Replace…
        </Button>
      </div>
      {isAsking && (
        <Dialog
          title="Replace the private key?"
          description="All visitors have to sign in again, and tokens that are signed with the old key are refused."
          isOpen
          onClose={() => setAsking(false)}
        >
          <FormError error={regeneration.error} />
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" isBusy={regeneration.isPending} onClick={() => regeneration.mutate()}>
              Replace the key
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
};

/** Makes a link that opens the site as a visitor who has signed in. */
const TestVisitor = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => {
  const [text, setText] = useState('{}');
  const claims = parseClaims(text);
  const creation = useSiteMutation(
    () => call('POST', `${SITE}/publishing/auth/visitor-link`, { params, body: { claims: claims ?? {} } }),
    { isInForm: true },
  );
  return (
    <>
      <h3>Test visitor</h3>
      <p className={styles.note}>
        Makes a link that opens the site as a signed-in visitor, to try it before your own sign-in is ready.
        {!site.published && ' The site has to be published for it.'}
      </p>
      <ClaimsField
        label="Claims of the visitor"
        text={text}
        error={fieldErrorOf(creation.error, 'body.claims')}
        onChange={setText}
      />
      <FormError error={creation.error} except={['body.claims']} />
      <div className={styles.actions}>
        <Button
          disabled={!site.published || claims === undefined}
          isBusy={creation.isPending}
          onClick={() => creation.mutate()}
        >
          Make a visitor link
        </Button>
      </div>
      {creation.data && (
        <div className={styles.url}>
          <a href={creation.data.url} target="_blank" rel="noreferrer">
            Open the site as this visitor (for one hour)
          </a>
          <CopyButton text={creation.data.url} label="Copy the visitor link" />
        </div>
      )}
    </>
  );
};

/** The visitor authentication of a site. */
export const VisitorAuth = ({ params, site }: { readonly params: SiteParams; readonly site: Site }) => (
  <>
    <h2 id="visitor-auth">Visitor authentication</h2>
    <p className={styles.note}>
      {site.visibility === 'visitor-auth'
        ? 'Visitors sign in before they read the site.'
        : 'Visitors of this site need not sign in. Tokens of visitors still decide what adaptive content shows.'}
    </p>
    <SettingsOf params={params} />
    <PrivateKey params={params} />
    <TestVisitor params={params} site={site} />
  </>
);
