/** The edit modes of spaces, in words. */
export const EDIT_MODES = [
  { id: 'live', title: 'Live', description: 'People edit pages directly, or through a change request.' },
  {
    id: 'locked',
    title: 'Locked',
    description: 'Every change is proposed and reviewed in a change request.',
  },
] as const;
