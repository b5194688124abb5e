/** Whether `text` is an http or https address without user, password, query and fragment: a base address has none of them. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const web = protocol === 'https:' || protocol === 'http:';
  return web && `${username}${password}${search}${hash}` === '';
}
