/** The options that an integration on this server offers; its endpoints get no cookies. */
export const fetchOptions = async (url: string, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(url, { credentials: 'omit', signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The integration responded with status ${response.status}`);
  return response.json();
};
