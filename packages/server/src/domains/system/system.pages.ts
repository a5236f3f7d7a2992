const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.6rem; }
  pre { padding: .8rem 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; overflow-x: auto; }
</style>
${body}
</html>
`;

/** The page at the root: what runs here and where to go. */
export const homePage = (version: string): string =>
  page(
    'Lectern',
    `<h1>Lectern ${version}</h1>
<p>This server holds documentation, and speaks HTTP about it.</p>
<ul>
  <li><a href="/login">Sign in</a>, and make tokens for programs</li>
  <li><a href="/docs/api/">The reference of its API</a></li>
  <li><a href="/openapi.json">The same as an OpenAPI document</a></li>
  <li><a href="/readyz">Whether it is ready</a></li>
</ul>`,
  );

/** The page behind an object's app link; it tells nothing that the reader did not know already. */
export const appPage = (location: string): string =>
  page(
    'Lectern',
    `<h1>In the API</h1>
<p>There is no console in this version. If this object exists and you may see it, the API has it at</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" ${location}</code></pre>
<p><a href="/docs/api/">The reference</a> says what else can be done with it.</p>`,
  );
