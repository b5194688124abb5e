/** Rules for parameters and headers, and for several parameters of one request. `paths` checks them against paths. */
import { below, has, type Location } from '../refs.ts';
import { child, isTree, listAt, textAt, textsAt } from '../definition-tree.ts';
import { parametersOf, type FollowedParameter } from './paths.ts';
import {
  checkAfter,
  checkEach,
  error,
  only,
  warning,
  type DefinitionRule,
  type RuleScope,
} from './rule.ts';

/** `schema` or `content` describes the value: exactly one of them, and `content` with exactly one media type. */
function checkValue({ report }: RuleScope, at: Location, called: string): void {
  const content = child(at.value, 'content');
  if (has(at, 'schema') === has(at, 'content')) {
    const message = has(at, 'content')
      ? `${called} cannot have both \`schema\` and \`content\``
      : `${called} needs \`schema\` or \`content\``;
    report(at, message, { onKey: true });
  }
  if (!isTree(content)) return;
  const types = Object.keys(content).filter((key) => !key.startsWith('x-'));
  if (types.length === 1) return;
  const message = `the \`content\` of ${called} must have one media type, but this one has ${types.length}`;
  report(at, message, { key: 'content' });
}

const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['matrix', 'label', 'simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};
const ALL_STYLES = [...new Set(Object.values(STYLES).flat())];

function checkStyle({ standard, report }: RuleScope, at: Location, place = ''): void {
  const style = textAt(at.value, 'style');
  const fitting = [...(STYLES[place] ?? ALL_STYLES)];
  if (style === undefined) return;
  const mayBeCookie = place === 'cookie' || STYLES[place] === undefined;
  if (mayBeCookie && standard === '3.2') fitting.push('cookie');
  if (fitting.includes(style)) return;
  const list = fitting.map((each) => `\`${each}\``).join(', ');
  const message = `\`style: ${style}\` cannot be used in ${place === '' ? 'a parameter' : place}, which allows ${list}`;
  report(at, message, { key: 'style' });
}

/** A list has each name and place only once. */
function checkUnique(holder: Location, { references, report }: RuleScope): void {
  const list = below(holder, 'parameters');
  const seen = new Set<string>();
  for (const index of listAt(holder.value, 'parameters').keys()) {
    const at = below(list, index);
    const target = references.follow(at);
    const value = has(at, '$ref') ? target.kind === 'found' && target.location.value : at.value;
    const name = textAt(value, 'name');
    if (name === undefined && has(at, '$ref')) continue;
    const place = textAt(value, 'in') ?? '';
    // Names of headers are not case-sensitive.
    const shown = place === 'header' ? (name ?? '').toLowerCase() : (name ?? '');
    const key = `${place} ${shown}`;
    if (seen.has(key)) {
      report(list, `the parameter "${shown}" in ${place} is defined twice`, { key: index });
    }
    seen.add(key);
  }
}

/** Calls `check` with the parameters of each operation. */
const eachOperation = (
  check: (own: readonly FollowedParameter[], operation: Location, scope: RuleScope) => void,
): DefinitionRule['visitor'] =>
  checkAfter('Operation', (at, scope) => check(parametersOf(scope, at), at, scope));

/** `querystring` is the whole query: there is at most one, and no `query` parameter beside it. */
const checkQuery = only(
  '3.2',
  eachOperation((own, _, { report }) => {
    const [first, second] = own.filter(({ place }) => place === 'querystring');
    if (first === undefined) return;
    if (second !== undefined) {
      report(second.at, 'the request already has a `querystring` parameter');
    }
    if (own.some(({ place }) => place === 'query')) {
      report(first.at, '`querystring` and `query` parameters cannot be used together');
    }
  }),
);

const isForm = (type: string): boolean =>
  /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);

export const PARAMETER_RULES: readonly DefinitionRule[] = [
  error(
    'operation-parameters-unique',
    'Only one of the two is sent',
    checkAfter('PathItem Operation', checkUnique),
  ),
  error(
    'parameter-value',
    'A client cannot tell how to write the value',
    only('3.0 3.1 3.2', (scope) => ({
      on: {
        Parameter: (at) => checkValue(scope, at, 'a parameter'),
        Header: (at) => checkValue(scope, at, 'a header'),
      },
    })),
  ),
  error(
    'parameter-style',
    'A client cannot tell how to write the value',
    only('3.0 3.1 3.2', (scope) => ({
      on: {
        Parameter: (at) => checkStyle(scope, at, textAt(at.value, 'in')),
        Header: (at) => checkStyle(scope, at, 'header'),
      },
    })),
  ),
  error('spec-querystring-parameters', 'A client cannot tell how to write the query', (scope) => {
    const { on, ...after } = checkQuery(scope);
    const Parameter = (at: Location): void => {
      if (textAt(at.value, 'in') !== 'querystring' || has(at, 'content')) return;
      scope.report(at, 'a parameter in querystring needs `content`', { onKey: true });
    };
    return scope.standard === '2.0' ? {} : { ...after, on: { ...on, Parameter } };
  }),
  error(
    'body-parameters',
    'A call has one body: a client cannot send what is described',
    only(
      '2.0',
      eachOperation((own, _, { report }) => {
        const [first, second] = own.filter(({ place }) => place === 'body');
        if (second !== undefined) report(second.at, 'the request already has a body');
        const form = own.find(({ place }) => place === 'formData');
        if (first === undefined || form === undefined) return;
        report(form.at, 'a request cannot have both a body and form fields');
      }),
    ),
  ),
  error('form-consumes', 'A file can only be sent in a form', (scope) => {
    const { on, ...after } = eachOperation((own, { value }, { root, report }) => {
      const file = own.find((each) => textAt(each.value, 'type') === 'file');
      const holder = child(value, 'consumes') === undefined ? root.value : value;
      if (file === undefined || textsAt(holder, 'consumes').some(isForm)) return;
      report(file.at, 'a file is sent, but `consumes` does not include a form type');
    })(scope);
    const Parameter = (at: Location): void => {
      const place = textAt(at.value, 'in');
      if (textAt(at.value, 'type') !== 'file' || place === undefined || place === 'formData')
        return;
      scope.report(at, `a file must be sent in \`formData\`, not in ${place}`, { key: 'type' });
    };
    return scope.standard === '2.0' ? { ...after, on: { ...on, Parameter } } : {};
  }),
  warning(
    'collection-format',
    'Values can only be repeated in the query and in forms',
    only(
      '2.0',
      checkEach('Parameter', (at, { report }) => {
        const place = textAt(at.value, 'in');
        const isMulti = textAt(at.value, 'collectionFormat') === 'multi';
        if (!isMulti || place === 'query' || place === 'formData') return;
        const where = place === undefined ? 'here' : `in ${place}`;
        const message = `\`multi\` can only be used in \`query\` and \`formData\`, not ${where}`;
        report(at, message, { key: 'collectionFormat' });
      }),
    ),
  ),
];
