import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../primitives/button.tsx';
import { Menu, MenuItem } from '../../primitives/menu.tsx';
import { notify } from '../../primitives/toasts.tsx';
import { type ExportFormat, exportEvents } from './export-events.ts';
import type { AuditSearch } from './search.ts';

const save = (blob: Blob, name: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Saves all events of the filter as a file. */
export const ExportMenu = ({
  organizationId,
  search,
}: {
  readonly organizationId: string;
  readonly search: AuditSearch;
}) => {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: ExportFormat) => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const blob = await exportEvents(organizationId, search, format, setCount, controller.signal);
      save(blob, `audit-log.${format}`);
    } catch (error) {
      if (!controller.signal.aborted) notify((error as Error).message, { isError: true });
    }
    setCount(undefined);
  };
  if (count !== undefined)
    return (
      <Button onClick={() => running.current?.abort()}>
        <span role="status">{count} events…</span> Stop
      </Button>
    );
  return (
    <Menu align="end" trigger={<Button icon={Download}>Export</Button>}>
      <MenuItem onSelect={() => void run('csv')}>As CSV</MenuItem>
      <MenuItem onSelect={() => void run('jsonl')}>As JSON lines</MenuItem>
    </Menu>
  );
};
