import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { read } from '../api/queries.ts';
import { MenuItem } from '../primitives/menu.tsx';

/** Begins a transfer to another organization, for people who have several. */
export const TransferItem = ({ onSelect }: { readonly onSelect: () => void }) => {
  const { data } = useQuery(read('/orgs', {}));
  return data && data.items.length > 1 ? (
    <MenuItem icon={ArrowRightLeft} onSelect={onSelect}>
      Transfer to another organization…
    </MenuItem>
  ) : null;
};
