/** Rules for path templates and their parameters. */
import { below, type Location } from '../refs.ts';
import { child, isTree, listAt, textAt } from '../definition-tree.ts';
import {
  checkEach,
  error,
  warning,
  type DefinitionRule,
  type RuleScope,
  type Visitor,
} from './rule.ts';
import { structural } from './structure.ts';

const VARIABLE = /\{([^{}]*)\}/g;

const namesIn = (template: string): string[] =>
  Array.from(template.matchAll(VARIABLE), ([, name = '']) => name);

/** A template without its variables. */
const restOf = (template: string): string => template.replaceAll(VARIABLE, '');

/** Calls `check` with each path, after the walk. */
const eachPath =
  (check: (paths: Location, template: string, scope: RuleScope) => void) =>
  (scope: RuleScope): Visitor => ({
    end: () => {
      const paths = pathsOf(scope);
      for (const template of Object.keys(paths?.value ?? {})) {
        if (paths !== undefined && template.startsWith('/')) check(paths, template, scope);
      }
    },
  });

function pathsOf({ root, references }: RuleScope): Location | undefined {
  const paths = references.resolved(below(root, 'paths'));
  return isTree(paths?.value) ? paths : undefined;
}

/** A rule about the text of a template. `wrong` returns the problem, if there is one. */
const templateRule = (wrong: (template: string, scope: RuleScope) => string | undefined) =>
  eachPath((paths, template, scope) => {
    const what = wrong(template, scope);
    if (what === undefined) return;
    scope.report(paths, `the path "${template}" ${what}`, { key: template, onKey: true });
  });

/** A parameter with its reference followed. `at` is where it is listed. */
export interface FollowedParameter {
  readonly value: unknown;
  readonly name: string;
  readonly place: string;
  readonly at: Location;
}

/** The parameters of an operation or path. */
export function parametersOf({ references }: RuleScope, holder: Location): FollowedParameter[] {
  const list = below(holder, 'parameters');
  return listAt(holder.value, 'parameters').flatMap((_, index) => {
    const at = below(list, index);
    const value = references.resolved(at)?.value;
    const name = textAt(value, 'name');
    const place = textAt(value, 'in');
    return name === undefined || place === undefined ? [] : [{ value, name, place, at }];
  });
}

const METHODS = new Set('get put post delete options head patch trace query'.split(' '));

/** The operations of a path. */
function operationsOf({ standard, references }: RuleScope, item: Location): Location[] {
  const own = Object.keys(item.value ?? {}).filter((method) => METHODS.has(method));
  const more = standard === '3.2' ? below(item, 'additionalOperations') : undefined;
  const all = own.map((method) => below(item, method));
  if (more !== undefined && isTree(more.value)) {
    all.push(...Object.keys(more.value).map((method) => below(more, method)));
  }
  return all
    .flatMap((each) => references.resolved(each) ?? [])
    .filter(({ value }) => isTree(value));
}

const pathParametersOf = (scope: RuleScope, holder: Location): FollowedParameter[] =>
  parametersOf(scope, holder).filter(({ place }) => place === 'path');

export const PATH_RULES: readonly DefinitionRule[] = [
  error('path-form', 'No URL can be built from it', (scope) => ({
    ...structural('path-form')(scope),
    ...templateRule((template) =>
      /[{}]/.test(restOf(template)) ? 'has an unmatched brace' : undefined,
    )(scope),
  })),
  warning(
    'path-not-include-query',
    'The query belongs in parameters: tools that build a URL from both have two `?`',
    templateRule((template) => (restOf(template).includes('?') ? 'has a query string' : undefined)),
  ),
  warning(
    'path-fragment',
    'What follows `#` is never sent',
    templateRule((template) =>
      /^[^?]*#[^?]*$/.test(restOf(template)) ? 'has a fragment' : undefined,
    ),
  ),
  warning(
    'path-variable-once',
    'Some tools fill in only the first of the two',
    templateRule((template, { standard }) => {
      const names = namesIn(template);
      const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
      return twice === undefined || standard !== '3.2' ? undefined : `has \`{${twice}}\` twice`;
    }),
  ),
  error(
    'path-declaration-must-exist',
    'Nothing says which value goes there',
    templateRule((template) =>
      namesIn(template).includes('') ? 'has a `{}` without a name' : undefined,
    ),
  ),
  warning(
    'no-identical-paths',
    'Only the operations tell which of the two a call is meant for',
    (scope) => {
      const shapes = new Map<string, string>();
      return eachPath((paths, template) => {
        const shape = template.replaceAll(VARIABLE, '{}');
        const other = shapes.get(shape);
        if (other === undefined) shapes.set(shape, template);
        else {
          const message = `"${template}" and "${other}" are the same path`;
          scope.report(paths, message, { key: template, onKey: true });
        }
      })(scope);
    },
  ),
  warning(
    'path-parameters-defined',
    'Tools ask for a string that nothing describes',
    eachPath((paths, template, scope) => {
      const item = scope.references.resolved(below(paths, template));
      if (item === undefined) return;
      const shared = pathParametersOf(scope, item);
      for (const operation of operationsOf(scope, item)) {
        const all = [...shared, ...pathParametersOf(scope, operation)];
        const defined = new Set(all.map(({ name }) => name));
        for (const name of new Set(namesIn(template))) {
          if (name === '' || defined.has(name)) continue;
          const message = `\`{${name}}\` in the path "${template}" is not defined as a parameter`;
          scope.report(operation, message, { onKey: true });
        }
      }
    }),
  ),
  error(
    'path-parameter-unused',
    'The URL has no place for the value',
    eachPath((paths, template, scope) => {
      const item = scope.references.resolved(below(paths, template));
      if (item === undefined) return;
      const names = new Set(namesIn(template));
      for (const holder of [item, ...operationsOf(scope, item)]) {
        for (const { name, at } of pathParametersOf(scope, holder)) {
          if (name !== '' && names.has(name)) continue;
          scope.report(at, `the path "${template}" has no \`{${name}}\``);
        }
      }
    }),
  ),
  error(
    'path-parameter-required',
    'Without a value the URL is incomplete: clients build a wrong one',
    checkEach('Parameter', (at, { report }) => {
      const { value } = at;
      if (textAt(value, 'in') !== 'path' || child(value, 'required') === true) return;
      const message = `the path parameter "${textAt(value, 'name') ?? ''}" is not \`required: true\``;
      const isThere = child(value, 'required') !== undefined;
      report(at, message, isThere ? { key: 'required' } : { onKey: true });
    }),
  ),
];
