import { EyeOff, Globe, KeyRound, Link2 } from 'lucide-react';
import type { Choice } from '../primitives/choices.tsx';
import type { Site } from './queries.ts';

/** Who can read a site. */
export type Visibility = Site['visibility'];

/** The choices of who can read a site. */
export const VISIBILITIES: readonly Choice<Visibility>[] = [
  {
    id: 'public',
    title: 'Public',
    description: 'Everyone can read it, and search engines list it.',
    icon: Globe,
  },
  {
    id: 'unlisted',
    title: 'Unlisted',
    description: 'Everyone with the address can read it. Search engines do not list it.',
    icon: EyeOff,
  },
  {
    id: 'share-link',
    title: 'Share links',
    description: 'Only people with one of its secret links can read it.',
    icon: Link2,
  },
  {
    id: 'visitor-auth',
    title: 'Visitor authentication',
    description: 'Visitors sign in with your own system before they read it.',
    icon: KeyRound,
  },
];

/** The name of a visibility. */
export const visibilityName = (visibility: Visibility): string =>
  VISIBILITIES.find(({ id }) => id === visibility)!.title;
