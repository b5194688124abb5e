/** Whether `text` is a valid base address: http or https, without user, password, query and fragment. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const web = protocol === 'https:' || protocol === 'http:';
  return web && `${username}${password}${search}${hash}` === '';
}
