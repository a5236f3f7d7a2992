import { createIntegration, ExposableError } from '@gitbook/runtime';

/** Responds with a description of the request, or with a special response chosen by the path. */
export default createIntegration({
  fetch: async (request, { environment, waitUntil }) => {
    const url = new URL(request.url);
    const name = url.pathname.split('/').pop();
    if (name === 'bytes') return new Response(await request.arrayBuffer(), { headers: request.headers });
    if (name === 'redirect') return Response.redirect('https://elsewhere.example/there', 302);
    if (name === 'cookies') {
      const headers = new Headers();
      headers.append('set-cookie', 'a=1; Path=/');
      headers.append('set-cookie', 'b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT');
      return new Response(null, { status: 204, headers });
    }
    if (name === 'refused') throw new ExposableError('This is not for you', 403);
    if (name === 'broken') throw new Error('a secret reason');
    if (name === 'later') {
      waitUntil(later(url.searchParams.get('to') ?? ''));
      return new Response('soon');
    }
    const headers = Object.fromEntries(request.headers);
    return Response.json({ method: request.method, url: request.url, headers, environment });
  },
});

const later = async (to: string) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const answer = await fetch(to, { method: 'POST', body: 'late' });
  console.log('told later', answer.status);
};
