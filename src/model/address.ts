/**
 * The platform's address, and what it tells: whether it is the service's, one of the user's own or
 * on this machine, and so where keys, versions and documentations are made.
 */

/** The service's address. */
export const DEFAULT_BASE_URL = 'https://api.developerhub.io/api/v1';

/**
 * Whether requests to an address stay on this machine: `localhost`, 127.0.0.0/8 and ::1, in the
 * form to which `URL` normalises them. Not `x.localhost`, which may be looked up by name servers.
 */
export const isLoopback = ({ hostname }: { readonly hostname: string }): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/**
 * Whether an address may have a password with an unescaped `/`, `?` or `#`: `URL` takes what is
 * before it for host and port, and the rest, with the `@` after the password, for the path, query
 * or fragment.
 */
export const mayHoldPassword = ({ pathname, search, hash }: URL): boolean =>
  `${pathname}${search}${hash}`.includes('@');

/** Whether `text` is a valid base address: http or https, without user, password, query and fragment. */
export function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const web = protocol === 'https:' || protocol === 'http:';
  return web && `${username}${password}${search}${hash}` === '';
}

/** What to tell the user of a platform in memory that was started again. */
export interface RestartedTrial {
  /** Why nothing that the lock file names is there. */
  readonly why: string;
  /** The command that helps if nothing is there. */
  readonly pushAgain: string;
  /** What helps if the key is not known. */
  readonly newKey: string;
}

/**
 * What to tell the user if the platform has nothing of what the lock file names, or does not know
 * the key. Undefined if it is not on this machine: then it is not a trial.
 */
export const restartedTrial = (baseUrl: string): RestartedTrial | undefined =>
  isLoopback(new URL(baseUrl)) ? TRIAL : undefined;

const TRIAL: RestartedTrial = {
  why: 'it was started again and kept nothing, or the lock file is of another project',
  pushAgain: 'docs push --recreate --force creates all pages here and rewrites the lock file',
  newKey:
    'A platform in memory has a new key after each start: set DOCS_API_KEY to it, or run: docs login. Of one that keeps its data: docs platform key create',
};

/** Where keys are made: the end of "Create a key". */
export function whereKeysAreMade(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (isLoopback(url)) return 'with docs platform key create';
  const inEditor = 'under Project settings → API Key';
  return url.origin === new URL(DEFAULT_BASE_URL).origin
    ? inEditor
    : `${inEditor} or, on a platform of your own, with docs platform key create`;
}

/** How to create a version or a documentation, which the API cannot do: the end of a sentence. */
export function wayToCreate(what: 'version' | 'documentation' | 'it', baseUrl: string): string {
  if (isLoopback(new URL(baseUrl))) return `create ${named(what)} with ${START}`;
  const inEditor = `create ${named(what)} in the editor`;
  const isService = baseUrl === DEFAULT_BASE_URL;
  return isService ? inEditor : `${inEditor} or, on a platform of your own, with ${START}`;
}

const START = 'docs platform start --from <folder>';

const named = (what: string): string => (what === 'it' ? what : `the ${what}`);
