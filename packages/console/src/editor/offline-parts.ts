/** Loads the parts of the editor that somebody may need while the server cannot be reached. */
export const loadOfflineParts = (): Promise<unknown> =>
  Promise.all([
    import('./menus/suggest-menu.tsx'),
    import('./menus/text-tools.tsx'),
    import('./settings/block-popover.tsx'),
    import('./tables/table-tools.tsx'),
    import('./closed-notice.tsx'),
    import('./deleted-notice.tsx'),
    import('./signed-out-notice.tsx'),
    import('../unsaved/send-unsaved.ts'),
    import('../unsaved/unsaved-page.tsx'),
  ]);
