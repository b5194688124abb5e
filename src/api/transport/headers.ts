/** undici has put the names in lower case. What is sent several times is joined, as RFC 9110, 5.3 has it. Changes the object it is given. */
export function joinRepeated(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') headers[name] = value?.join(', ') ?? '';
  }
  return headers as Record<string, string>;
}
