import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { Dialog } from '../primitives/dialog.tsx';
import { notify } from '../primitives/toasts.tsx';
import { shownColors } from '../shell/color-theme.ts';
import type { Configuration } from './configuration.ts';
import { ConfigurationView } from './configuration-view.tsx';
import { INSTALLATION, type Installation, type InstallationKey, useIntegrationMutation } from './queries.ts';

/** An installation on a space. */
type SpaceInstallation = ItemOf<`${typeof INSTALLATION}/spaces`>;

/** An installation on a site. */
type SiteInstallation = ItemOf<`${typeof INSTALLATION}/sites`>;

/** Configures an integration on one space or site. */
export const ConfigureDialog = ({
  kind,
  id,
  title,
  params,
  installation,
  installed,
  configuration,
  onClose,
}: {
  readonly kind: 'space' | 'site';
  readonly id: string;
  readonly title: string;
  readonly params: InstallationKey;
  readonly installation: Installation;
  readonly installed: SpaceInstallation | SiteInstallation;
  readonly configuration: Configuration;
  readonly onClose: () => void;
}) => {
  const save = useIntegrationMutation<Record<string, unknown>>(
    (values): Promise<unknown> => {
      const body = { configuration: values };
      return kind === 'space'
        ? call('PATCH', `${INSTALLATION}/spaces/{spaceId}`, { params: { ...params, spaceId: id }, body })
        : call('PATCH', `${INSTALLATION}/sites/{siteId}`, { params: { ...params, siteId: id }, body });
    },
    {
      isForm: true,
      onSuccess: () => {
        notify('Saved');
        onClose();
      },
    },
  );
  const refresh = useIntegrationMutation(async () => {});
  const theme = shownColors();
  return (
    <Dialog title={`Configure for ${title}`} isOpen onClose={onClose}>
      <ConfigurationView
        configuration={configuration}
        values={installed.configuration}
        place={{
          integrationName: params.integrationName,
          props: { installation, [`${kind}Installation`]: { ...installed, [kind]: id } },
          context:
            kind === 'space'
              ? { type: 'configuration_space', theme, spaceId: id }
              : { type: 'configuration_site', theme, siteId: id },
        }}
        error={save.error}
        isPending={save.isPending}
        onSave={(values) => save.mutate(values)}
        onComplete={() => refresh.mutate()}
      />
    </Dialog>
  );
};
