/**
 * Whether a request to an address stays on this machine: `localhost`, 127.0.0.0/8 and ::1, in the one spelling that `URL` gives them.
 * `x.localhost` may not stay: name servers are asked for it.
 */
export const isLoopback = ({ hostname }: { readonly hostname: string }): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
