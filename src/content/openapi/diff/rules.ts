/** What each change means to clients: ADR 71 gives the reasons. One table, so that nothing is judged in two places. */
import type { Direction, Severity } from './changes.ts';

interface Rule {
  /** Severity if clients write the changed thing. */
  readonly request: Severity;
  /** Severity if clients read it. */
  readonly response: Severity;
}

const both = (severity: Severity): Rule => ({ request: severity, response: severity });

/** For what narrows the set of sound values: senders may be refused, readers never see anything new. */
const NARROWS: Rule = { request: 'breaking', response: 'safe' };
/** What widens it is judged the opposite way. */
const WIDENS: Rule = { request: 'safe', response: 'breaking' };
/** Widens what is read by values that careful clients expect anyway. */
const WIDENS_SOFTLY: Rule = { request: 'safe', response: 'risky' };

/** All rules by name, with what each says of a change. */
export const RULES = {
  'operation-added': both('safe'),
  'operation-removed': both('breaking'),
  'deprecated-operation-removed': both('risky'),
  'operation-deprecated': both('safe'),
  'operation-undeprecated': both('safe'),
  'operation-id-changed': both('risky'),
  'path-parameter-renamed': both('safe'),

  'parameter-added-required': { request: 'breaking', response: 'safe' },
  'parameter-added-optional': both('safe'),
  'parameter-removed': { request: 'risky', response: 'breaking' },
  'parameter-became-required': NARROWS,
  'parameter-became-optional': WIDENS,
  'parameter-serialization-changed': both('breaking'),
  'parameter-deprecated': both('safe'),

  'body-added-required': { request: 'breaking', response: 'safe' },
  'body-added-optional': both('safe'),
  'body-removed': { request: 'risky', response: 'breaking' },
  'body-became-required': NARROWS,
  'body-became-optional': WIDENS,
  'media-type-added': both('safe'),
  'media-type-removed': both('breaking'),

  'success-response-removed': both('breaking'),
  'other-response-removed': both('risky'),
  'response-added': both('safe'),
  'required-header-removed': both('breaking'),
  'optional-header-removed': both('risky'),
  'header-added': both('safe'),
  'header-became-optional': WIDENS,
  'header-became-required': NARROWS,

  'security-tightened': both('breaking'),
  'security-loosened': both('safe'),
  'security-scheme-changed': both('breaking'),
  'server-removed': both('risky'),
  'server-added': both('safe'),

  'required-property-added': { request: 'breaking', response: 'safe' },
  'optional-property-added': both('safe'),
  'property-added-to-closed-object': { request: 'safe', response: 'risky' },
  'required-property-removed': { request: 'risky', response: 'breaking' },
  'optional-property-removed': both('risky'),
  'property-removed-from-closed-object': both('breaking'),
  'property-became-required': NARROWS,
  'property-became-optional': WIDENS,
  'property-deprecated': both('safe'),

  'type-changed': both('breaking'),
  'type-narrowed': NARROWS,
  'type-widened': WIDENS,
  'null-forbidden': NARROWS,
  'null-allowed': WIDENS,
  'format-changed': both('breaking'),
  'format-narrowed': NARROWS,
  'format-widened': WIDENS,
  'format-added': { request: 'risky', response: 'safe' },
  'format-removed': WIDENS_SOFTLY,
  'enum-value-removed': NARROWS,
  'enum-value-added': WIDENS_SOFTLY,
  'enum-introduced': NARROWS,
  'enum-dropped': WIDENS_SOFTLY,
  'limit-tightened': NARROWS,
  'limit-loosened': WIDENS,
  'pattern-added': NARROWS,
  'pattern-changed': both('risky'),
  'pattern-removed': WIDENS_SOFTLY,
  'object-closed': NARROWS,
  'object-opened': WIDENS_SOFTLY,
  'additional-properties-narrowed': NARROWS,
  'additional-properties-widened': WIDENS_SOFTLY,
  'items-narrowed': NARROWS,
  'items-widened': WIDENS,
  'alternative-removed': NARROWS,
  'alternative-added': WIDENS_SOFTLY,
  'discriminator-added': both('safe'),
  'discriminator-removed': both('risky'),
  'discriminator-changed': both('breaking'),
  'discriminator-value-removed': NARROWS,
  'discriminator-value-added': WIDENS_SOFTLY,
  'discriminator-target-changed': both('risky'),
  'default-changed': both('risky'),
  'constraint-changed': both('risky'),
  'reference-changed': both('risky'),
  'too-entangled': both('risky'),
  'documentation-changed': both('safe'),
} as const satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;

/** Without a direction the worse of the two counts; the rules used so have one severity for both. */
export const severityOf = (rule: RuleName, direction: Direction | null): Severity =>
  RULES[rule][direction ?? 'request'];
