import type { Context } from '../../context.ts';
import { DIFF_RULES } from '../../definitions/diff/rules.ts';
import { DEFINITION_RULES } from '../../definitions/rules/rules.ts';
import { Failure } from '../../model/failure.ts';
import type { ListedRule } from '../../ui/documents/references.ts';
import { ruleView, rulesView } from '../../ui/views/references/rules.ts';

/** Prints the rules of one kind, or the rule with that name, of either kind. Rejects with `not-found` if there is none. */
export async function showRules(
  { ui }: Context,
  name: string | undefined,
  { check }: { readonly check: boolean },
): Promise<void> {
  if (name === undefined) {
    await ui.result(check ? checkRules() : diffRules(), rulesView, { long: true });
    return;
  }
  const all = check ? [...checkRules(), ...diffRules()] : [...diffRules(), ...checkRules()];
  const found = all.find(({ rule }) => rule === name);
  if (found === undefined) {
    throw new Failure('not-found', `There is no rule "${name}".`, {
      hint: 'docs ref rules lists those of ref diff, docs ref rules --check those of ref check',
    });
  }
  await ui.result([found], ruleView);
}

const diffRules = (): ListedRule[] =>
  Object.entries(DIFF_RULES).map(([rule, { request, response, says, why }]) => ({
    rule,
    of: 'diff',
    request,
    response,
    severity: null,
    says,
    why,
  }));

const checkRules = (): ListedRule[] =>
  DEFINITION_RULES.map(({ name: rule, severity, why }) => ({
    rule,
    of: 'check',
    request: null,
    response: null,
    severity,
    says: null,
    why: `${why}.`,
  }));
