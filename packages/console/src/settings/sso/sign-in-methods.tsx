import { useSuspenseQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { Switch } from '../../primitives/switch.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { useOrganizationUpdate } from '../use-organization-update.ts';

const METHODS = [
  { id: 'password', label: 'Passwords', description: 'Members sign in with a password that they set.' },
  {
    id: 'passkey',
    label: 'Passkeys',
    description: 'Members sign in with the fingerprint, face or PIN of a device, or with a security key.',
  },
  { id: 'email', label: 'Links by e-mail', description: 'Members sign in with a link that is sent to them.' },
] as const;

const NO_EMAIL = 'This server sends no e-mail yet, so nobody can sign in with a link.';

/** The ways to sign in that members of an organization may use, beside single sign-on. */
export const SignInMethods = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const { data: settings } = useSuspenseQuery(read('/user/notification-settings'));
  const update = useOrganizationUpdate(organizationId);
  return METHODS.map(({ id, label, description }) => (
    <Switch
      key={id}
      label={label}
      description={id === 'email' && !settings.emailAvailable ? NO_EMAIL : description}
      isOn={organization.signInMethods[id]}
      isDisabled={update.isPending}
      onChange={(isOn) =>
        update.mutate(
          { signInMethods: { [id]: isOn } },
          { onError: (error) => notify(error.message, { isError: true }) },
        )
      }
    />
  ));
};
