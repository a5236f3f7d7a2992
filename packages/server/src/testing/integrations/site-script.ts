import { createIntegration } from '@gitbook/runtime';

/** Puts a script into the pages of a site, with what was configured for the site. */
export default createIntegration({
  fetch_published_script: async (_event, { environment }) => {
    const key = (environment.siteInstallation?.configuration as { key?: string } | undefined)?.key;
    if (!key) return undefined;
    return new Response(`window.tracked = ${JSON.stringify(key)};`, {
      headers: { 'Content-Type': 'application/javascript', 'Cache-Control': 'max-age=604800' },
    });
  },
});
