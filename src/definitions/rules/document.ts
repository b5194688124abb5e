/** Rules about the document as a whole: its description, the names in it, servers and security. */
import { below, has, type Location } from '../refs.ts';
import { child, entriesAt, isTree, listAt, textAt } from '../definition-tree.ts';
import {
  checkAfter,
  checkEach,
  error,
  only,
  warning,
  type DefinitionRule,
  type RuleScope,
} from './rule.ts';

function checkUrl({ report }: RuleScope, at: Location, key: string): void {
  const url = textAt(at.value, key);
  if (url === undefined || (!/\s/.test(url.trim()) && URL.canParse(url, 'https://host/'))) return;
  report(at, `\`${key}\` is not a URL`, { key });
}

function checkUri({ report }: RuleScope, at: Location, key: string): void {
  const uri = textAt(at.value, key);
  if (uri === undefined || URL.canParse(uri)) return;
  report(at, `\`${key}\` is not an absolute URI`, { key });
}

/** The objects with addresses of a flow; in 2.0 the scheme has them. */
const FLOWS =
  'SecurityScheme ImplicitFlow PasswordFlow ClientCredentials AuthorizationCode DeviceAuthorization'.split(
    ' ',
  );
const FLOW_URLS =
  'authorizationUrl tokenUrl refreshUrl deviceAuthorizationUrl openIdConnectUrl oauth2MetadataUrl'.split(
    ' ',
  );

function checkParents(root: Location, { report }: RuleScope): void {
  const tags = listAt(root.value, 'tags');
  const parents = new Map<string, string | undefined>();
  for (const tag of tags) {
    const name = textAt(tag, 'name');
    if (name !== undefined && !parents.has(name)) parents.set(name, textAt(tag, 'parent'));
  }
  for (const [index, tag] of tags.entries()) {
    const parent = textAt(tag, 'parent');
    if (parent === undefined) continue;
    const message = !parents.has(parent)
      ? `there is no tag "${parent}"`
      : isBelowItself(textAt(tag, 'name') ?? '', parents)
        ? 'the tag is its own ancestor'
        : undefined;
    if (message !== undefined) {
      report(below(below(root, 'tags'), index), message, { key: 'parent' });
    }
  }
}

function isBelowItself(name: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const passed = new Set<string>();
  for (let each = parents.get(name); each !== undefined; each = parents.get(each)) {
    if (each === name) return true;
    if (passed.has(each)) return false;
    passed.add(each);
  }
  return false;
}

const NAME = /^[a-zA-Z0-9._-]+$/;

function checkNames(root: Location, { report }: RuleScope): void {
  const components = below(root, 'components');
  if (!isTree(components.value)) return;
  for (const section of Object.keys(components.value)) {
    if (section.startsWith('x-')) continue;
    for (const [key] of entriesAt(components.value, section)) {
      if (NAME.test(key) || key === '$ref') continue;
      const message = `"${key}" has characters other than letters, digits, \`.\`, \`-\` and \`_\``;
      report(below(components, section), message, { key, onKey: true });
    }
  }
}

const VARIABLE = /\{([^{}]*)\}/g;

/** 3.0 says that the default SHOULD be one of the values, later versions that it MUST. */
function checkDefault(variable: Location, { report }: RuleScope): void {
  const values = listAt(variable.value, 'enum');
  const chosen = textAt(variable.value, 'default');
  if (chosen === undefined || values.length === 0 || values.includes(chosen)) return;
  report(variable, `the \`default\` "${chosen}" is not in \`enum\``, { key: 'default' });
}

/** The fields of each kind of security scheme, beyond those that all have. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme', 'bearerFormat'],
  oauth2: ['flows', 'flow', 'authorizationUrl', 'tokenUrl', 'scopes', 'oauth2MetadataUrl'],
  openIdConnect: ['openIdConnectUrl'],
  basic: [],
  mutualTLS: [],
};
const SHARED = new Set(['type', 'description', 'deprecated']);

/** The section of a definition with its security schemes. */
const schemesOf = ({ standard, root }: RuleScope): Location =>
  standard === '2.0'
    ? below(root, 'securityDefinitions')
    : below(below(root, 'components'), 'securitySchemes');

/** Calls `check` with each entry of each security requirement. */
const eachRequirement = (
  check: (requirement: Location, scheme: string, scope: RuleScope) => void,
): DefinitionRule['visitor'] =>
  checkAfter('SecurityRequirement', (at, scope) => {
    for (const scheme of Object.keys(at.value ?? {})) check(at, scheme, scope);
  });

/** A URI that cannot be opened is still a URI. */
function isLedTo({ references }: RuleScope, uri: string, from: Location): boolean {
  if (references.follow(from, uri).kind === 'found') return true;
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) || /[/#]/.test(uri);
}

function checkHost(root: Location, { report }: RuleScope): void {
  const host = textAt(root.value, 'host');
  const path = textAt(root.value, 'basePath');
  if (host !== undefined && /[/\s{}?#@]/.test(host)) {
    const message = 'the `host` must be a name, with or without a port, and nothing else';
    report(root, message, { key: 'host' });
  }
  if (path === undefined || path.startsWith('/')) return;
  report(root, 'the `basePath` does not begin with `/`', { key: 'basePath' });
}

export const DOCUMENT_RULES: readonly DefinitionRule[] = [
  error(
    'operation-operationId-unique',
    'Generated clients have one method for each id: one call is lost',
    ({ report }) => {
      const ids = new Set<string>();
      return {
        on: {
          // The walk visits a document in the order of its text, so the report is about the second operation.
          Operation: (at) => {
            const id = textAt(at.value, 'operationId');
            if (id === undefined) return;
            if (ids.has(id)) {
              report(at, `the operationId "${id}" is used twice`, { key: 'operationId' });
            }
            ids.add(id);
          },
        },
      };
    },
  ),
  warning(
    'no-duplicated-tag-names',
    'Consoles show one of the two descriptions',
    checkEach('Root', (root, { report }) => {
      const names = new Set<string>();
      for (const [key, tag] of listAt(root.value, 'tags').entries()) {
        const name = textAt(tag, 'name');
        if (name === undefined) continue;
        if (names.has(name)) {
          report(below(root, 'tags'), `the tag "${name}" is defined twice`, { key });
        }
        names.add(name);
      }
    }),
  ),
  warning(
    'spec-no-invalid-tag-parents',
    'Consoles show the tag without its parent',
    only('3.2', checkEach('Root', checkParents)),
  ),
  error(
    'spec-components-invalid-map-name',
    'References to it cannot be written, and generated names are broken',
    only('3.0 3.1 3.2', checkEach('Root', checkNames)),
  ),
  warning(
    'license-identifier-url',
    'Tools show one of the two',
    checkEach('Root', (root, { report }) => {
      const license = below(below(root, 'info'), 'license');
      if (!has(license, 'identifier') || !has(license, 'url')) return;
      const message = 'a license cannot have both `identifier` and `url`';
      report(license, message, { key: 'url', onKey: true });
    }),
  ),
  warning(
    'email-form',
    'No mail can be sent to the address',
    checkEach('Root', (root, { report }) => {
      const contact = below(below(root, 'info'), 'contact');
      const email = textAt(contact.value, 'email');
      if (email === undefined || /^[^\s@]+@[^\s@]+$/.test(email)) return;
      report(contact, `"${email.slice(0, 60)}" is not an email address`, { key: 'email' });
    }),
  ),
  warning('url-form', 'The link leads nowhere', (scope) => {
    const Root = (root: Location): void => {
      const info = below(root, 'info');
      checkUrl(scope, root, '$self');
      checkUrl(scope, below(info, 'contact'), 'url');
      checkUrl(scope, below(info, 'license'), 'url');
      checkUrl(scope, info, 'termsOfService');
      checkUri(scope, root, 'jsonSchemaDialect');
    };
    const Xml = (at: Location): void => {
      // An empty one means none, and 2.0 only says SHOULD.
      const isMeant = scope.standard !== '2.0' && textAt(at.value, 'namespace') !== '';
      if (isMeant) checkUri(scope, at, 'namespace');
    };
    const flow = (at: Location): void => {
      for (const key of FLOW_URLS) checkUrl(scope, at, key);
    };
    const flows = Object.fromEntries(FLOWS.map((name) => [name, flow]));
    return { on: { Root, Xml, ...flows } };
  }),
  error('host-form', 'No URL can be built from it', only('2.0', checkEach('Root', checkHost))),
  warning(
    'server-form',
    'URLs that are built from it can be wrong',
    checkEach('Server', (server, { standard, report }) => {
      const rest = (textAt(server.value, 'url') ?? '').replaceAll(VARIABLE, '');
      if (/[{}]/.test(rest)) report(server, 'the URL has an unmatched brace', { key: 'url' });
      if (standard !== '3.2' || !/[?#]/.test(rest)) return;
      const message = 'the URL of a server cannot have a query string or a fragment';
      report(server, message, { key: 'url' });
    }),
  ),
  error(
    'no-undefined-server-variable',
    'No URL can be built from it',
    checkEach('Server', (server, { report }) => {
      const url = textAt(server.value, 'url') ?? '';
      for (const name of new Set(Array.from(url.matchAll(VARIABLE), ([, each = '']) => each))) {
        if (has(below(server, 'variables'), name)) continue;
        const message = `the variable "${name}" in the URL is not defined in \`variables\``;
        report(server, message, { key: 'url' });
      }
    }),
  ),
  error(
    'server-variable-default',
    'The default is not one of the allowed values',
    checkEach('ServerVariable', (variable, scope) => {
      if (scope.isNew) checkDefault(variable, scope);
    }),
  ),
  warning(
    'server-variable-values',
    'A user who chooses from the list cannot choose the default',
    checkEach('ServerVariable', (variable, scope) => {
      if (!scope.isNew) checkDefault(variable, scope);
      const values = child(variable.value, 'enum');
      if (!Array.isArray(values) || values.length > 0) return;
      scope.report(variable, '`enum` is empty', { key: 'enum' });
    }),
  ),
  error(
    'security-scheme-missing',
    'A client cannot tell what to send, and the call is refused',
    eachRequirement((requirement, key, scope) => {
      const schemes = schemesOf(scope);
      if (has(schemes, key) || key.startsWith('x-')) return;
      // 3.2: "or a URI".
      if (scope.standard === '3.2' && isLedTo(scope, key, requirement)) return;
      const section = scope.standard === '2.0' ? 'securityDefinitions' : 'securitySchemes';
      const message = `there is no security scheme "${key}" in \`${section}\``;
      scope.report(requirement, message, { key, onKey: true });
    }),
  ),
  warning(
    'security-scopes',
    'Only OAuth and OpenID Connect have scopes',
    eachRequirement((requirement, key, scope) => {
      const schemes = schemesOf(scope);
      if (scope.isNew || !has(schemes, key) || listAt(requirement.value, key).length === 0) return;
      const type = textAt(scope.references.resolved(below(schemes, key))?.value, 'type');
      if (type === undefined || type === 'oauth2' || type === 'openIdConnect') return;
      const message = `a security scheme of type ${type} cannot have scopes`;
      scope.report(below(requirement, key), message);
    }),
  ),
  warning(
    'security-flow',
    'It has no effect for a scheme of this kind',
    checkEach('SecurityScheme', (at, { report }) => {
      const type = textAt(at.value, 'type') ?? '';
      const own = OWN[type];
      for (const key of own === undefined ? [] : Object.keys(at.value ?? {})) {
        if (SHARED.has(key) || own?.includes(key) === true || key.startsWith('x-')) continue;
        const message = `a security scheme of type ${type} cannot have \`${key}\``;
        report(at, message, { key, onKey: true });
      }
    }),
  ),
];
