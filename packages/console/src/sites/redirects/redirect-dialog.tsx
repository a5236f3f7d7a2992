import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../primitives/button.tsx';
import { Check } from '../../primitives/check.tsx';
import { Dialog, DialogActions } from '../../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../../primitives/field.tsx';
import { SITE, type SiteParams, useSiteMutation } from '../queries.ts';
import { type Destination, destinationNamed } from './parse-redirects.ts';
import type { Redirect } from './redirect.ts';
import { destinationWords, usePlaces } from './use-places.ts';

// More are found as one types.
const SUGGESTED = 200;

/** Makes or changes one redirect. */
export const RedirectDialog = ({
  params,
  redirect,
  source: given = '/',
  onSaved,
  onClose,
}: {
  readonly params: SiteParams;
  readonly redirect: Redirect | undefined;
  /** The path of a new redirect. */
  readonly source?: string;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}) => {
  const list = useId();
  const places = usePlaces(params);
  const [source, setSource] = useState(redirect?.source ?? given);
  const [typed, setTyped] = useState<string>();
  const [isPermanent, setPermanent] = useState(redirect?.permanent ?? false);
  const [isCaptured, setCaptured] = useState(redirect?.captureWildcard ?? false);
  const target = typed ?? (redirect ? destinationWords(redirect.destination, places).text : '');
  const destination =
    typed === undefined && redirect ? redirect.destination : destinationNamed(target.trim(), places);
  const hasWildcard = source.endsWith('*');
  const saving = useSiteMutation(
    (to: Destination): Promise<unknown> => {
      const body = {
        source: source.trim(),
        destination: to,
        permanent: isPermanent,
        captureWildcard: hasWildcard && isCaptured,
      };
      return redirect
        ? call('PATCH', `${SITE}/redirects/{siteRedirectId}`, {
            params: { ...params, siteRedirectId: redirect.id },
            body,
          })
        : call('POST', `${SITE}/redirects`, { params, body });
    },
    {
      isInForm: true,
      onSuccess: () => {
        onSaved?.();
        onClose();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (destination && !saving.isPending) saving.mutate(destination);
  };
  const paths = places.flatMap(({ path, pages }) => [
    path,
    ...[...pages.keys()].map((page) => `${path === '/' ? '' : path}/${page}`),
  ]);
  return (
    <Dialog title={redirect ? 'Change the redirect' : 'New redirect'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="From"
          hint="A path in the site. With * at its end, all paths that begin with it."
          error={fieldErrorOf(saving.error, 'body.source')}
        >
          <TextInput
            value={source}
            onChange={({ target: input }) => setSource(input.value)}
            maxLength={512}
            required
          />
        </Field>
        <Field
          label="To"
          hint="The path of a page or space of the site, or another address."
          error={
            target.trim() !== '' && destination === undefined
              ? 'The site has no page with this path.'
              : fieldErrorOf(saving.error, 'body.destination')
          }
        >
          <TextInput
            value={target}
            list={list}
            placeholder="/guides/start or https://…"
            onChange={({ target: input }) => setTyped(input.value)}
            required
          />
        </Field>
        <datalist id={list}>
          {paths
            .filter((path) => path.includes(target))
            .slice(0, SUGGESTED)
            .map((path) => (
              <option key={path} value={path} />
            ))}
        </datalist>
        {hasWildcard && (
          <Check
            label="Append the rest of the path"
            hint="The part that * stands for is appended to the destination."
            isOn={isCaptured}
            onChange={setCaptured}
          />
        )}
        <Check
          label="Permanent"
          hint="Browsers and search engines remember it."
          isOn={isPermanent}
          onChange={setPermanent}
        />
        <FormError error={saving.error} except={['body.source', 'body.destination']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={destination === undefined}
            isBusy={saving.isPending}
          >
            {redirect ? 'Save' : 'Create redirect'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
