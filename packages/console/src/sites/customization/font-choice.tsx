import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Response } from '../../api/operations.ts';
import { keyOf, read } from '../../api/queries.ts';
import { Button } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { useSite, useSiteMutation } from '../queries.ts';
import own from './customization.module.css';
import type { Customization } from './draft.ts';
import { Choice } from './fields.tsx';
import { UploadFontDialog } from './upload-font-dialog.tsx';

/** Fonts of text that the server has. */
export const FONTS: Readonly<Record<string, string>> = {
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

/** Fonts of code that the server has. */
export const MONOSPACE_FONTS: Readonly<Record<string, string>> = {
  IBMPlexMono: 'IBM Plex Mono',
  FiraCode: 'Fira Code',
  JetBrainsMono: 'JetBrains Mono',
  SourceCodePro: 'Source Code Pro',
  RobotoMono: 'Roboto Mono',
  SpaceMono: 'Space Mono',
  DMMono: 'DM Mono',
  Inconsolata: 'Inconsolata',
};

const FONTS_PATH = '/orgs/{organizationId}/fonts';

type Font = Customization['styling']['font'];
type CustomFont = Response<'GET', typeof FONTS_PATH>['items'][number];

/** A font of the organization as a site keeps it. */
const asSetting = ({ permissions: _, ...font }: CustomFont): Font => font;

/** Chooses a font of the server or of the organization, and uploads and deletes the latter. */
export const FontChoice = ({
  label,
  names,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly names: Readonly<Record<string, string>>;
  readonly value: Font | Customization['styling']['monospaceFont'];
  readonly onChoose: (font: Font) => void;
}) => {
  const { params, site } = useSite();
  const { organizationId } = params;
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'upload' | 'delete'>();
  const { data } = useQuery(read(FONTS_PATH, { params: { organizationId } }));
  const uploaded = data?.items ?? [];
  const close = () => setDialog(undefined);
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(FONTS_PATH) });
  const current = typeof value === 'string' ? undefined : value;
  const chosen = uploaded.find(({ id }) => id === current?.id);
  const removing = useSiteMutation(
    () => call('DELETE', `${FONTS_PATH}/{fontId}`, { params: { organizationId, fontId: chosen!.id } }),
    {
      isInForm: true,
      onSuccess: async () => {
        await refresh();
        close();
        notify('The font was deleted');
      },
    },
  );
  const all: Readonly<Record<string, string>> = {
    ...names,
    ...Object.fromEntries(uploaded.map(({ id, fontFamily }) => [id, `${fontFamily} (your own)`])),
    ...(current && !chosen && { [current.id]: `${current.fontFamily} (deleted)` }),
  };
  const choose = (id: string) => {
    const font = uploaded.find((each) => each.id === id);
    if (font) onChoose(asSetting(font));
    else if (id !== current?.id) onChoose(id as Font);
  };
  return (
    <>
      <Choice label={label} names={all} value={current?.id ?? (value as string)} onChoose={choose} />
      {site.permissions.admin && (
        <div className={own.fontTools}>
          <Button icon={Plus} onClick={() => setDialog('upload')}>
            Upload a font…
          </Button>
          {chosen?.permissions.edit && (
            <Button icon={Trash2} onClick={() => setDialog('delete')}>
              Delete the font…
            </Button>
          )}
        </div>
      )}
      {dialog === 'upload' && (
        <UploadFontDialog
          organizationId={organizationId}
          onClose={close}
          onCreated={(font) => {
            void refresh();
            onChoose(asSetting(font));
          }}
        />
      )}
      {dialog === 'delete' && chosen && (
        <ConfirmDialog
          title={`Delete the font ${chosen.fontFamily}?`}
          description="It can no longer be chosen. Sites that use it keep it until they get another font."
          action="Delete"
          isBusy={removing.isPending}
          error={removing.error}
          onConfirm={() => removing.mutate()}
          onClose={close}
        />
      )}
    </>
  );
};
