import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settings } from '../settings/settings-route.ts';
import { textSearch } from '../settings/text-search.ts';
import { validSearch } from '../shell/valid-search.ts';
import { translationsSearch } from './search.ts';

const list = createRoute({
  getParentRoute: () => settings,
  path: 'translations',
  validateSearch: validSearch(translationsSearch),
  component: lazyRouteComponent(() => import('./translations-page.tsx'), 'TranslationsRoute'),
});

// A translation has an id of more than eight characters.
const glossary = createRoute({
  getParentRoute: () => settings,
  path: 'translations/glossary',
  validateSearch: validSearch(textSearch),
  component: lazyRouteComponent(() => import('./glossary-page.tsx'), 'GlossaryRoute'),
});

const one = createRoute({
  getParentRoute: () => settings,
  path: 'translations/$translationId',
  component: lazyRouteComponent(() => import('./translation-page.tsx'), 'TranslationRoute'),
});

/** Translations and the glossary, below the settings of an organization. */
export const translationsRoutes = [list, glossary, one] as const;
