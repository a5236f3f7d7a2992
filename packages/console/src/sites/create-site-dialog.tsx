import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/client.ts';
import { Button } from '../primitives/button.tsx';
import { Check } from '../primitives/check.tsx';
import { Choices } from '../primitives/choices.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { Field, FormError, fieldErrorOf, TextInput } from '../primitives/field.tsx';
import { notify } from '../primitives/toasts.tsx';
import { SITE, SITES, useSiteMutation } from './queries.ts';
import { type PickedSpace, SpacePicker } from './space-picker.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

/** The most characters of the title of a site. */
export const SITE_TITLE_LENGTH = 128;

/** Makes a site of a space, and publishes it. */
export const CreateSiteDialog = ({
  organizationId,
  space: given,
  onClose,
}: {
  readonly organizationId: string;
  /** The space that is published, if it is known. */
  readonly space?: PickedSpace;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const [space, setSpace] = useState(given);
  const [typed, setTyped] = useState<string>();
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [isPublished, setPublished] = useState(true);
  const title = typed ?? space?.title ?? '';
  const creation = useSiteMutation(
    async () => {
      const site = await call('POST', SITES, {
        params: { organizationId },
        body: {
          visibility,
          ...(title.trim() !== '' && { title: title.trim() }),
          ...(space && { spaces: [space.id] }),
        },
      });
      if (isPublished) await call('POST', `${SITE}/publish`, { params: { organizationId, siteId: site.id } });
      return site;
    },
    {
      isInForm: true,
      onSuccess: async (site) => {
        onClose();
        await navigate({
          to: '/o/$organizationId/sites/$siteId',
          params: { organizationId, siteId: site.id },
        });
        notify(`“${site.title}” was ${isPublished ? 'published' : 'created'}`);
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (space && !creation.isPending) creation.mutate();
  };
  return (
    <Dialog
      title={given ? `Publish “${given.title}” as a site` : 'New site'}
      description="Readers see the pages as they are in the space. More spaces can be added later."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit}>
        {!given && <SpacePicker organizationId={organizationId} value={space?.id} onPick={setSpace} />}
        <Field label="Title of the site" error={fieldErrorOf(creation.error, 'body.title')}>
          <TextInput
            value={title}
            onChange={(event) => setTyped(event.target.value)}
            minLength={2}
            maxLength={SITE_TITLE_LENGTH}
          />
        </Field>
        <Choices
          legend="Who can read it"
          name="visibility"
          choices={VISIBILITIES}
          value={visibility}
          onChange={setVisibility}
        />
        <Check
          label="Publish it now"
          hint="Otherwise only members of the organization see it, in a preview."
          isOn={isPublished}
          onChange={setPublished}
        />
        <FormError error={creation.error} except={['body.title']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={space === undefined} isBusy={creation.isPending}>
            {isPublished ? 'Publish' : 'Create site'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
