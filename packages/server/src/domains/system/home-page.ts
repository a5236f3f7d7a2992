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

/** The home page. */
export const homePage = (version: string): string =>
  page(
    'Lectern',
    `<h1>Lectern ${version}</h1>
<p>A self-hosted documentation platform.</p>
<ul>
  <li><a href="/login">Sign in</a> and create API tokens</li>
  <li><a href="/docs/api/">API reference</a></li>
  <li><a href="/openapi.json">OpenAPI document</a></li>
  <li><a href="/readyz">Readiness check</a></li>
</ul>`,
  );

/** The page of an object's `app` link, which shows how to read the object with the API. */
export const appPage = (location: string): string =>
  page(
    'Lectern',
    `<h1>Use the API</h1>
<p>This version has no console. If this object exists and you have access to it, read it with the API:</p>
<pre><code>curl -H "Authorization: Bearer $TOKEN" ${location}</code></pre>
<p>See the <a href="/docs/api/">API reference</a> for other operations.</p>`,
  );
