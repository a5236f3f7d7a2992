// User agents of programs that read for a language model.
const AGENTS =
  /GPTBot|ChatGPT-User|OAI-SearchBot|ClaudeBot|Claude-User|Claude-SearchBot|Claude-Code|anthropic-ai|PerplexityBot|Perplexity-User|MistralAI-User|cohere-ai|Google-Extended|Meta-ExternalAgent|DuckAssistBot|CCBot|Bytespider/i;

/** Whether a client prefers Markdown to HTML. */
export const prefersMarkdown = (accept = '', userAgent = ''): boolean => {
  const markdown = accept.indexOf('text/markdown');
  const html = accept.indexOf('text/html');
  return markdown >= 0 ? html < 0 || markdown < html : AGENTS.test(userAgent);
};

/** Whether an `If-None-Match` header contains an ETag. */
export const matchesEtag = (header: string, etag: string): boolean =>
  header === etag || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
