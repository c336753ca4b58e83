/** The token that the server sends with a new document; a browser sends it with its measurements and errors. */
export async function documentToken(url: string): Promise<string> {
  const response = await fetch(`${url}/`);
  return /^page;desc="([\w.-]+)"$/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? '';
}
