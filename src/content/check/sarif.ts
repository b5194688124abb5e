import { sarifLog, uriOf } from '../../system/findings/sarif.ts';
import type { Finding } from './finding.ts';
import { RULES } from './rules.ts';
import type { RuleCode } from './rules.ts';
import type { Rule } from './rules/rule.ts';

export function findingsAsSarif(findings: readonly Finding[], toolVersion: string): object {
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  const results = findings.map(({ code, severity, message, hint, file, line, column }) => ({
    rule: code,
    level: severity,
    message: hint === null ? message : `${message} ${hint}`,
    uri: uriOf(file.split('/')),
    line,
    column,
  }));
  return sarifLog(toolVersion, codes.map(ruleOf), results);
}

function ruleOf(code: RuleCode) {
  const { says, severity }: Rule = RULES[code];
  return { id: code, shortDescription: { text: says }, defaultConfiguration: { level: severity } };
}
