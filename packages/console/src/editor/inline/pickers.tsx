import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../primitives/lazy-part.ts';
import type { EmojiPicker as Emoji } from './emoji-picker.tsx';
import type { IconPicker as Icon } from './icon-picker.tsx';

const LazyEmojiPicker = lazyPart(async () => (await import('./emoji-picker.tsx')).EmojiPicker);
const LazyIconPicker = lazyPart(async () => (await import('./icon-picker.tsx')).IconPicker);

/** Finds an emoji by its name; its data come when it is opened. */
export const EmojiPicker = (props: ComponentProps<typeof Emoji>) => (
  <Suspense>
    <LazyEmojiPicker {...props} />
  </Suspense>
);

/** Finds an icon by its name; its data come when it is opened. */
export const IconPicker = (props: ComponentProps<typeof Icon>) => (
  <Suspense>
    <LazyIconPicker {...props} />
  </Suspense>
);
