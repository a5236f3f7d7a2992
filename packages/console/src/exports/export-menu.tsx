import { Download, FileArchive, FileText } from 'lucide-react';
import { IconButton } from '../primitives/button.tsx';
import { Menu, MenuItem } from '../primitives/menu.tsx';
import { useExport } from './use-export.tsx';

/** The exports of a space, for those who do not administer it. */
export const ExportMenu = ({ spaceId, title }: { readonly spaceId: string; readonly title: string }) => {
  const { openPdf, saveMarkdown, dialog } = useExport(spaceId, title);
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Download} label={`Export ${title}`} />}>
        <MenuItem icon={FileText} onSelect={openPdf}>
          PDF…
        </MenuItem>
        <MenuItem icon={FileArchive} onSelect={saveMarkdown}>
          Export as Markdown (ZIP)
        </MenuItem>
      </Menu>
      {dialog}
    </>
  );
};
